import { callUrl, whatsappUrl, type ContactInfo } from '~/contact/contact-info'

interface StillAskingProps {
  title: string
  contact: ContactInfo
  /** The words of the link that writes a mail. */
  mailWords: string
}

/** The end of a help page: every way to ask that the shop has. */
export function StillAsking({ title, contact: { phone, whatsapp, email, hours }, mailWords }: StillAskingProps) {
  return (
    <section className="still-asking" aria-labelledby="still-asking">
      <h2 id="still-asking">{title}</h2>
      {phone ? (
        <p>
          Call <a href={callUrl(phone)}>{phone}</a>
          {hours ? `, ${hours}` : ''}
        </p>
      ) : null}
      <p className="contact-ways">
        {whatsapp ? (
          <a className="button" href={whatsappUrl(whatsapp)} rel="noopener">
            WhatsApp
          </a>
        ) : null}{' '}
        {email ? (
          <a className={whatsapp ? 'button button-outline' : 'button'} href={`mailto:${email}`}>
            {mailWords}
          </a>
        ) : null}{' '}
        <a className="button button-outline" href="/contact">
          Contact Form
        </a>{' '}
        <a className="button button-outline" href="/profile/chat-support">
          Chat
        </a>
      </p>
    </section>
  )
}
