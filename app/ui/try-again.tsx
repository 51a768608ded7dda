import { createContext, useContext } from 'react'
import { m } from '~/language/messages'

/** A form that a page responds to. */
export interface Posted {
  action: string
  /** Without files, and without fields that no page sends back. */
  fields: [name: string, value: string][]
  hasFiles: boolean
}

/** The form that this page responds to; null for a page that was only opened, and in areas. */
export const PostedForm = createContext<Posted | null>(null)

/** The attributes of a link that opens the page once more: an empty address is its own, query included. */
export const SAME_PAGE = { href: '' }

/** Loads a page once more that couldn't be shown, as it was asked for; a form is sent again. */
export function TryAgain() {
  const posted = useContext(PostedForm)
  if (!posted)
    return (
      <a className="button" {...SAME_PAGE}>
        {m.ui_try_again()}
      </a>
    )
  return (
    <form method="post" action={posted.action}>
      {posted.fields.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <p className="muted">
        {m.ui_typed_is_kept()} {posted.hasFiles ? m.ui_files_not_kept() : null}
      </p>
      <button className="button">{m.ui_try_again()}</button>
    </form>
  )
}
