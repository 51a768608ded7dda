import { m } from '~/language/messages'
import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { SubmitButton } from '~/ui/submit-button'

/** 'Resend Code', disabled for the seconds that the server sends. Scripts count them down (SU-39). */
export const ResendButton = area('account/sign-up/resend-button', Resend)

function Resend({ wait }: { wait: number }) {
  const [left, setLeft] = useState(wait)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <form method="post" className="account-head">
      <SubmitButton
        className="button button-outline"
        name="intent"
        value="resend"
        disabled={left > 0}
        busy={m.account_sending()}
      >
        {left > 0 ? m.account_resend_in({ seconds: left }) : m.account_resend()}
      </SubmitButton>
      {wait > 0 ? (
        <noscript>
          <a className="link" href="/verify-otp">
            {m.account_reload()}
          </a>
        </noscript>
      ) : null}
    </form>
  )
}
