import { m } from '~/language/messages'
import { readWholeWithin } from '~/platform/whole-number'

interface DelayedRedirectProps {
  to: string
  /** In seconds. */
  after: number
  /** Whether scripts stay on the page once a shopper reads it by keyboard or pointer. */
  staysIfRead?: boolean
}

/** Navigates to another page after some seconds: by script, or by a meta refresh without scripts. */
export function DelayedRedirect({ to, after, staysIfRead }: DelayedRedirectProps) {
  return (
    <>
      <span hidden data-arrival="idle" data-move-on={to} data-after={after} data-stays={staysIfRead} />
      <noscript>
        <meta httpEquiv="refresh" content={`${after};url=${to}`} />
      </noscript>
    </>
  )
}

/** A notification comes within seconds. After two minutes the page stops refreshing. */
const LOOKS_AGAIN_AFTER = 4
const MAX_LOOKS = 30

export function lookNumber(parameters: URLSearchParams): number {
  return readWholeWithin(parameters.get('look'), 0, MAX_LOOKS)
}

/** Refreshes the page automatically, and by a button (PY-32). */
export function LookAgain({ at, look }: { at: string; look: number }) {
  const again = `${at}&look=${look + 1}`
  return (
    <>
      {look < MAX_LOOKS ? <DelayedRedirect to={again} after={LOOKS_AGAIN_AFTER} /> : null}
      <p className="look-again">
        <a className="button" href={again}>
          {m.payments_look_again()}
        </a>
      </p>
    </>
  )
}
