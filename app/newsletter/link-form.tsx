import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { FormPage } from '~/ui/form-page'
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
    <FormPage title={title} about={done || link ? text : m.newsletter_link_incomplete()}>
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
    </FormPage>
  )
}
