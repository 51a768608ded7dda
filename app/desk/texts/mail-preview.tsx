import type { SampleMail } from '~/mails/words/sample-mail.server'
import { freeText } from '~/ui/free-text'

/** A mail as it would be sent. The frame runs no scripts and leads nowhere. */
export function MailPreview({ mail: { subject, text, html } }: { mail: SampleMail }) {
  return (
    <section className="panel stack" aria-labelledby="preview">
      <h2 id="preview">Preview, not saved</h2>
      <p className="muted small">With sample values. Nothing is sent.</p>
      <p>
        <b>Subject:</b> <bdi {...freeText(subject)}>{subject}</bdi>
      </p>
      {html === null ? null : <iframe className="desk-mail" title="The mail in HTML" sandbox="" srcDoc={html} />}
      <h3>As text</h3>
      <pre className="desk-mail-text" {...freeText(text)}>
        {text}
      </pre>
    </section>
  )
}
