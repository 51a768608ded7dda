import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'

export const handle: PageHandle = { cachedBy: [] }

export const meta = (page: PageArgs) => pageMeta('Help', { shared: { page, path: '/help' } })

/** A bare placeholder, by the specification (document 1, section 2). */
export default function HelpIndex() {
  return (
    <section className="wrap">
      <h1>Help Index Page</h1>
    </section>
  )
}
