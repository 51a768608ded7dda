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

/** Stands where the server writes the request's id into an error page. */
export const REQUEST_ID_HERE = 'request-id-here'

/** When something broke: our fault, said plainly, with the reference that finds it in the log. */
export function Trouble() {
  return (
    <section className="wrap">
      <h1>Something went wrong</h1>
      <Empty text="This is our fault, not yours. Please try again in a moment.">
        <p className="muted small">
          Reference: <code suppressHydrationWarning>{REQUEST_ID_HERE}</code>
        </p>
        <a className="button" href="/">
          Return Home
        </a>
      </Empty>
    </section>
  )
}
