import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'

export const handle: PageHandle = { cachedBy: [] }

export const meta = () => pageMeta('Company')

/** A bare placeholder, by the specification (document 1, section 2). */
export default function CompanyIndex() {
  return (
    <section className="wrap">
      <h1>Company Index Page</h1>
    </section>
  )
}
