import { m } from '~/language/messages'

/** A link that loads the page once more, without a query, for what couldn't be read. */
export function TryAgain() {
  return (
    <a className="link" href="?">
      {m.ui_try_again()}
    </a>
  )
}
