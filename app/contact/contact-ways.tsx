import { m } from '~/language/messages'
import { comma } from '~/language/names'
import { callUrl, whatsappUrl, type ContactInfo } from './contact-info'

/** How to ask, in a sentence, with the hours of the phone; the contact form if the shop has entered nothing. */
export function ContactWays({ contact: { phone, whatsapp, email, hours } }: { contact: ContactInfo }) {
  if (!phone && !whatsapp && !email) return <a href="/contact">{m.contact_write_to_us()}</a>
  return (
    <>
      {phone ? <a href={callUrl(phone)}>{phone}</a> : null}
      {phone && hours ? ` (${hours})` : null}
      {phone && whatsapp ? comma() : null}
      {whatsapp ? (
        <a href={whatsappUrl(whatsapp)} rel="noopener">
          {m.contact_whatsapp()}
        </a>
      ) : null}
      {(phone || whatsapp) && email ? ` ${m.contact_or()} ` : null}
      {email ? <a href={`mailto:${email}`}>{email}</a> : null}
    </>
  )
}
