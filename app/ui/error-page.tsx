import { m } from '~/language/messages'
import { Empty } from './empty'
import { TryAgain } from './try-again'

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
      <h1 className="page-title">{m.shell_something_went_wrong()}</h1>
      <Empty text={m.shell_our_fault()}>
        <p className="muted small">
          {m.shell_reference()} <code data-reference />
        </p>
        <TryAgain />{' '}
        <a className="link" href="/">
          {m.ui_return_home()}
        </a>
      </Empty>
    </section>
  )
}
