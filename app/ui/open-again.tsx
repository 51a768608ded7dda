import { m } from '~/language/messages'

/** The attributes of a link that opens the page once more: an empty address is its own, query included. */
export const SAME_PAGE = { href: '' }

/** Opens a page once more that couldn't be shown. */
export function OpenAgain() {
  return (
    <a className="button" {...SAME_PAGE}>
      {m.ui_try_again()}
    </a>
  )
}
