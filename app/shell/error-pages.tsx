import { WaysOn } from '~/catalog/ways-on'
import { Empty } from '~/ui/empty'

/** The page for unknown paths (RT-50), with a search and the categories. */
export function NotFound() {
  return (
    <section className="wrap">
      <h1 className="page-title">Page Not Found</h1>
      <Empty text="There is nothing at this address.">
        <WaysOn />
        <a className="link" href="/">
          Return Home
        </a>
      </Empty>
    </section>
  )
}

/** Marks the position of the reference. Visitors' text is escaped, so it can't contain this element. */
const REFERENCE_SLOT = '<code data-reference="true"></code>'

/** Writes the request's ID into an error page. */
export function withReference(html: string, requestId: string): string {
  return html.replace(REFERENCE_SLOT, `<code>${requestId}</code>`)
}

/** The page for unexpected errors, with the reference to find them in the log. */
export function ErrorPage() {
  return (
    <section className="wrap">
      <h1 className="page-title">Something went wrong</h1>
      <Empty text="This is our fault, not yours. Please try again in a moment.">
        <p className="muted small">
          Reference: <code data-reference />
        </p>
        <a className="button" href="/">
          Return Home
        </a>
      </Empty>
    </section>
  )
}
