import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'

export const handle: PageHandle = { styles: ['content'], cachedBy: [] }

const PAGES = [
  ['/company/about', 'About us'],
  ['/company/features', 'What we do differently'],
  ['/company/works', 'Works'],
  ['/company/career', 'Careers'],
  ['/contact', 'Contact'],
] as const

export const meta = (page: PageArgs) => pageMeta('Company', { shared: { page, path: '/company' } })

/** A placeholder (RT-35), with ways on. */
export default function CompanyIndex() {
  return (
    <section className="wrap">
      <h1 className="page-title">Company Index Page</h1>
      <nav aria-label="Company">
        <ul className="contact-ways">
          {PAGES.map(([path, name]) => (
            <li key={path}>
              <a className="button button-outline" href={path}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  )
}
