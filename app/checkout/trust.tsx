import { callUrl, whatsappUrl, type ContactInfo } from '~/contact/contact-info'

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
        {returnDays ? `You can return it within ${returnDays} days. ` : ''}
        <a href="/help/returns">{returnDays ? 'How returns work' : 'If something is wrong with it'}</a>
      </p>
      <p>
        Questions? <Ways contact={contact} />
      </p>
    </div>
  )
}

/** How to ask, with the hours of the phone; the contact form if the shop has entered none of them. */
function Ways({ contact: { phone, whatsapp, email, hours } }: { contact: ContactInfo }) {
  if (!phone && !whatsapp && !email) return <a href="/contact">Write to us</a>
  return (
    <>
      {phone ? <a href={callUrl(phone)}>{phone}</a> : null}
      {phone && hours ? ` (${hours})` : null}
      {phone && whatsapp ? ', ' : null}
      {whatsapp ? (
        <a href={whatsappUrl(whatsapp)} rel="noopener">
          WhatsApp
        </a>
      ) : null}
      {(phone || whatsapp) && email ? ' or ' : null}
      {email ? <a href={`mailto:${email}`}>{email}</a> : null}
    </>
  )
}
