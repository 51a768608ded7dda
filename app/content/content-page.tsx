import { formatDate } from '~/platform/time'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { Page } from './content.server'

interface ContentPageProps {
  page: Page | null
  /** The page's name, for the breadcrumb and for when it can't be shown. */
  name: string
  /** Terms and privacy say when they were last updated. */
  isDated?: boolean
}

/** A page that operators write. */
export function ContentPage({ page, name, isDated = false }: ContentPageProps) {
  if (!page) return <ContentUnavailable name={name} />
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: page.title }]} />
      <article className="content">
        <h1>{page.title}</h1>
        {isDated ? <p className="muted small">Last updated {formatDate(page.last_updated)}</p> : null}
        <PageText page={page} />
      </article>
    </div>
  )
}

/** What operators have written, sanitised when it was read. */
export function PageText({ page }: { page: Pick<Page, 'content'> }) {
  return <div className="content" dangerouslySetInnerHTML={{ __html: page.content }} />
}

/** What stands in for a page that can't be loaded (document 2, section 8; decision 13). */
export function ContentUnavailable({ name }: { name: string }) {
  return (
    <section className="wrap section">
      <div className="empty">
        <h1>Content Unavailable</h1>
        <p>Sorry, we couldn't load {name} at this time.</p>
        <a className="button" href="/">
          Return Home
        </a>
      </div>
    </section>
  )
}
