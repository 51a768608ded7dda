import { DelayedRedirect } from '~/ui/delayed-redirect'

/** A notification comes within seconds; after two minutes of looking the shopper looks for themselves. */
const LOOKS_AGAIN_AFTER = 4
const MOST_LOOKS = 30

/** How often this page has looked for the payment's outcome already. */
export function lookNumber(parameters: URLSearchParams): number {
  return Math.min(Math.max(Math.trunc(Number(parameters.get('look'))) || 0, 0), MOST_LOOKS)
}

/** Looks again by itself, and by a button (decision 7). */
export function LookAgain({ at, look }: { at: string; look: number }) {
  const again = `${at}&look=${look + 1}`
  return (
    <>
      {look < MOST_LOOKS ? <DelayedRedirect to={again} after={LOOKS_AGAIN_AFTER} /> : null}
      <p className="look-again">
        <a className="button" href={again}>
          Look again
        </a>
      </p>
    </>
  )
}
