import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { SubmitButton } from '~/ui/submit-button'
import type { SubscriptionLink } from './newsletter.schema'

interface LinkFormProps {
  title: string
  text: string
  /** Null if the shop didn't make the link. */
  link: SubscriptionLink | null
  button: string
  busy: string
  /** What is shown instead of the form. */
  done?: ReactNode
}

/** Renders the page of a mailed link: what it does, and the button that does it. */
export function LinkForm({ title, text, link, button, busy, done }: LinkFormProps) {
  return (
    <div className="wrap section">
      <div className="account">
        <div className="account-head">
          <h1>{title}</h1>
          <p className="muted">{done || link ? text : m.newsletter_link_incomplete()}</p>
        </div>
        {done ??
          (link ? (
            <form className="stack" method="post">
              <input type="hidden" name="subscription" value={link.subscription} />
              <input type="hidden" name="token" value={link.token} />
              <SubmitButton className="button button-wide" busy={busy}>
                {button}
              </SubmitButton>
            </form>
          ) : null)}
      </div>
    </div>
  )
}
