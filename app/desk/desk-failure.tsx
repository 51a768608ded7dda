import { useContext } from 'react'
import { isRouteErrorResponse } from '@remix-run/react'
import { PostedForm, TryAgain } from '~/ui/try-again'

/** In place of a page of the desk that failed. After a form it says whether that counted, and where to look. */
export function DeskFailure({ error }: { error: unknown }) {
  const posted = useContext(PostedForm)
  const isUndone = isRouteErrorResponse(error) && (error.data as { isUndone?: boolean } | null)?.isUndone === true
  return (
    <>
      <h1>{posted ? (isUndone ? 'Not done' : 'This may have been done') : 'This page can’t be shown'}</h1>
      {posted ? (
        isUndone ? (
          <p role="alert">The database could not be reached, so nothing was changed.</p>
        ) : (
          <p role="alert">
            The database’s answer did not arrive, so this may have counted or not. Look at{' '}
            <a href={posted.action.replace(/\?.*/, '')}>the page</a> or at <a href="/desk/audit">Changes</a> before you
            send it again.
          </p>
        )
      ) : (
        <p>This is the shop’s fault, not yours, and usually over within a minute.</p>
      )}
      <p className="muted small">
        Reference: <code data-reference />
      </p>
      <TryAgain />
      <p>
        <a href="/desk">Go to Today</a>, or to <a href="/">the shop</a>
      </p>
    </>
  )
}
