import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { CompanyLinks } from './company-links'

export const handle: PageHandle = { styles: ['content'], cachedBy: [] }

export const meta = (page: PageArgs) =>
  pageMeta('Company', {
    description: 'Who we are, what we make, and how to work with us or reach us.',
    shared: { page, path: '/company' },
  })

/** A placeholder (RT-35), with ways on. */
export default function CompanyIndex() {
  return (
    <section className="wrap index">
      <h1 className="eyebrow">Company Index Page</h1>
      <p className="index-title">Who we are, and what we make</p>
      <nav aria-label="Pages about us">
        <CompanyLinks />
      </nav>
    </section>
  )
}
