import { m } from '~/language/messages'
import { useEffect, useRef } from 'react'
import { area } from '~/platform/hydration/area'
import { Flower } from '~/ui/icon'
import { CHECKOUT_LINK } from './order-summary'

/** Back to the link that the dialog was opened by, which takes the focus. */
const BACK = `/cart#${CHECKOUT_LINK}`

/** Renders the 'Login Required' dialog (CA-38 to CA-44). React adds the focus trap. */
export const LoginRequired = area('cart/login-required', Dialog)

function Dialog({ mayBeGuest }: { mayBeGuest: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector('a')?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') window.location.assign(BACK)
      if (event.key !== 'Tab') return
      const stops = [...(box.current?.querySelectorAll<HTMLElement>('a') ?? [])]
      const index = stops.findIndex((stop) => stop === document.activeElement)
      event.preventDefault()
      stops[(index + (event.shiftKey ? -1 : 1) + stops.length) % stops.length]?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="dialog" role="dialog" aria-modal="true" aria-labelledby="login-required-title" ref={box}>
      <div>
        <Flower large />
        <h2 id="login-required-title">{m.cart_login_required()}</h2>
        <p className="muted">{m.cart_login_to_continue()}</p>
        <a className="button button-wide" href="/login?to=%2Fcheckout">
          {m.cart_login()}
        </a>{' '}
        {mayBeGuest ? (
          <a className="button button-outline button-wide" href="/checkout">
            {m.cart_as_guest()}
          </a>
        ) : null}{' '}
        <a className="button button-outline button-wide" href={BACK}>
          {m.cart_cancel()}
        </a>
      </div>
    </div>
  )
}
