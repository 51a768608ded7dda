import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'

export const handle: PageHandle = { cachedBy: [] }

export const meta = (page: PageArgs) => pageMeta('Company', { shared: { page, path: '/company' } })

/** A placeholder (RT-35). */
export default function CompanyIndex() {
  return (
    <section className="wrap">
      <h1>Company Index Page</h1>
    </section>
  )
}
