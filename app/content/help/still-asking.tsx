import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import { comma } from '~/language/names'
import { callUrl, whatsappUrl, type ContactInfo } from '~/contact/contact-info'

interface StillAskingProps {
  title: string
  contact: ContactInfo
  /** The words of the link that writes a mail. */
  mailWords: string
}

export function StillAsking({ title, contact: { phone, whatsapp, email, hours }, mailWords }: StillAskingProps) {
  return (
    <section className="still-asking" aria-labelledby="still-asking">
      <h2 id="still-asking">{title}</h2>
      {phone ? (
        <p>
          <ParaglideMessage
            message={m.content_call}
            inputs={{ phone, hours: hours ? `${comma()}${hours}` : '' }}
            markup={{ phone: ({ children }) => <a href={callUrl(phone)}>{children}</a> }}
          />
        </p>
      ) : null}
      <p className="contact-ways">
        {whatsapp ? (
          <a className="button" href={whatsappUrl(whatsapp)} rel="noopener">
            {m.content_whatsapp()}
          </a>
        ) : null}{' '}
        {email ? (
          <a className={whatsapp ? 'button button-outline' : 'button'} href={`mailto:${email}`}>
            {mailWords}
          </a>
        ) : null}{' '}
        <a className="button button-outline" href="/contact">
          {m.content_contact_form()}
        </a>{' '}
        <a className="button button-outline" href="/profile/chat-support">
          {m.content_chat()}
        </a>
      </p>
    </section>
  )
}
