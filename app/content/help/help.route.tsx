import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'

export const handle: PageHandle = { cachedBy: [] }

export const meta = (page: PageArgs) => pageMeta('Help', { shared: { page, path: '/help' } })

/** A placeholder (RT-40). */
export default function HelpIndex() {
  return (
    <section className="wrap">
      <h1>Help Index Page</h1>
    </section>
  )
}
