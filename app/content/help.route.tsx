import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'

export const handle: PageHandle = { cachedBy: [] }

export const meta = () => pageMeta('Help')

/** A bare placeholder, by the specification (document 1, section 2). */
export default function HelpIndex() {
  return (
    <section className="wrap">
      <h1>Help Index Page</h1>
    </section>
  )
}
