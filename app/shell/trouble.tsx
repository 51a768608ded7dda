import { Empty } from '~/ui/empty'

/** Any path that isn't one of ours. */
export function NotFound() {
  return (
    <section className="wrap">
      <h1>Page Not Found</h1>
      <Empty text="There is nothing at this address.">
        <a className="button" href="/">
          Return Home
        </a>
      </Empty>
    </section>
  )
}

/** Stands where the reference belongs; no text of a visitor's becomes an element. */
const PLACE = '<code data-reference="true"></code>'

/** Writes the request's id into a page that has a place for it. */
export function withReference(html: string, requestId: string): string {
  return html.replace(PLACE, `<code>${requestId}</code>`)
}

/** When something broke: our fault, said plainly, with the reference that finds it in the log. */
export function Trouble() {
  return (
    <section className="wrap">
      <h1>Something went wrong</h1>
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
