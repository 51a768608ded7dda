import { m } from '~/language/messages'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { CompanyLinks } from './company-links'

export const handle: PageHandle = { styles: ['content'], cachedBy: [] }

export const meta = (page: PageArgs) =>
  pageMeta(m.content_company(), {
    description: m.content_company_description(),
    shared: { page, path: '/company' },
  })

/** A placeholder (RT-35), with ways on. */
export default function CompanyIndex() {
  return (
    <section className="wrap index">
      <h1 className="eyebrow">{m.content_company_index_page()}</h1>
      <p className="index-title">{m.content_company_heading()}</p>
      <nav aria-label={m.content_pages_about_us()}>
        <CompanyLinks />
      </nav>
    </section>
  )
}
