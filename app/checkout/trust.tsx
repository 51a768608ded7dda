import { m } from '~/language/messages'
import type { ContactInfo } from '~/contact/contact-info'
import { ContactWays } from '~/contact/contact-ways'

export interface TrustFacts {
  /** Sanitised HTML from the operator, for example about packaging; null if there is none. */
  assurance: string | null
  returnDays: number | null
  contact: ContactInfo
}

/** Renders facts about packaging, returns and support above the order button. */
export function Trust({ facts: { assurance, returnDays, contact } }: { facts: TrustFacts }) {
  return (
    <div className="trust small muted">
      {assurance ? <div dangerouslySetInnerHTML={{ __html: assurance }} /> : null}
      <p>
        {returnDays ? `${m.checkout_within_days({ days: returnDays })} ` : ''}
        <a href="/help/returns">{returnDays ? m.checkout_how_returns_work() : m.checkout_if_wrong()}</a>
      </p>
      <p>
        {`${m.checkout_questions()} `}
        <ContactWays contact={contact} />
      </p>
    </div>
  )
}
