import { MailButton, MailFrame, type Contact } from './mail-frame'
import { Paragraphs } from './mail-paragraphs'
import { toHtml, type ComposedMail } from './to-html.server'
import type { FilledWords } from './words/fill-words'

/** Renders a mail that is about no order, in HTML and text. `url` is what its button leads to; null for no button. */
export function letterMail(
  { subject, heading, paragraphs, button, closing }: FilledWords,
  url: string | null,
  contact: Contact,
): ComposedMail {
  return {
    subject,
    text: [...paragraphs, ...(url === null ? [] : [`${button}: ${url}`]), ...closing].join('\n\n'),
    html: toHtml(
      <MailFrame
        title={subject}
        heading={heading || subject}
        contact={contact}
        closing={<Paragraphs texts={closing} contact={contact} style={{ margin: '0 0 4px' }} />}
      >
        <Paragraphs texts={paragraphs} />
        {url === null ? null : <MailButton url={url} text={button} />}
      </MailFrame>,
    ),
  }
}
