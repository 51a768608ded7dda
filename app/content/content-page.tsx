import { formatDate } from '~/platform/time'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { Page } from './content.server'

interface ContentPageProps {
  page: Page | null
  /** The page's name in the fallback text. */
  name: string
  /** Whether the page shows when it was last updated. */
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

/** Operators' HTML, sanitised by `readPage`. */
export function PageText({ page }: { page: Pick<Page, 'content'> }) {
  return <div className="content" dangerouslySetInnerHTML={{ __html: page.content }} />
}

/** The fallback for a page that can't be loaded (XX-29, XX-30, XX-31). */
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
