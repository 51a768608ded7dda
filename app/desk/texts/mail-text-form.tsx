import type { MailWords, WordedKind } from '~/mails/words/default-words'
import { KNOWN_PLACEHOLDERS, PLACEHOLDERS } from '~/mails/words/placeholders'
import { hasHeading } from '~/mails/words/word-problems'
import type { ComposedMail } from '~/mails/to-html.server'
import { WholeNumbers } from '~/mails/mail-frame'
import { freeText } from '~/ui/free-text'
import { area, line, sentence } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { mailTextSchema } from './mail-text.schema'
import { Panel } from '../panel'
import type { UrduOrder } from '../translations/urdu-form'

/** Returns the columns of a mail's words, their labels and their English, in the order of its form. */
export const mailUrdu = ({ subject, heading, body, button, closing }: MailWords): UrduOrder => [
  ['subject', 'Subject', subject],
  ['heading', 'Heading', heading],
  ['body', 'Text', body],
  ['button', 'Words of the link', button],
  ['closing', 'Closing', closing],
]

interface MailTextFormProps {
  kind: WordedKind
  version: number
  /** The words that are saved now, or those of an earlier version. */
  words: MailWords
}

export function MailTextForm({ kind, version, words }: MailTextFormProps) {
  return (
    <EditForm
      id="mail"
      name="Words of the mail"
      schema={mailTextSchema(kind)}
      version={version}
      intent="save"
      isLarge
      fields={[
        line('subject', 'Subject', words.subject),
        hasHeading(kind) ? sentence('heading', 'Heading', words.heading) : null,
        area('body', 'Text', words.body, 8),
        line('button', 'Words of the link', words.button),
        area('closing', 'Closing', words.closing, 3),
        <Known key="known" kind={kind} />,
      ]}
      button="Save the words"
      buttons={{ preview: 'Preview' }}
    />
  )
}

function Known({ kind }: { kind: WordedKind }) {
  const { always, sometimes } = KNOWN_PLACEHOLDERS[kind]
  return (
    <div className="muted small stack">
      <p>Plain text; an empty line begins a new paragraph. The shop fills in:</p>
      <ul>
        {[...always, ...sometimes].map((name) => (
          <li key={name}>
            <code>{`{${name}}`}</code> {PLACEHOLDERS[name]}
            {sometimes.includes(name) ? ', not in the subject, heading or link' : ''}
          </li>
        ))}
      </ul>
      <p>A paragraph is left out if the mail has nothing to fill in there, such as no tracking number.</p>
    </div>
  )
}

/** A mail as it would be sent. The frame runs no scripts and leads nowhere. */
export function MailPreview({ mail: { subject, text, html } }: { mail: ComposedMail }) {
  return (
    <Panel id="preview" title="Preview, not saved">
      <p className="muted small">With sample values. Nothing is sent.</p>
      <p>
        <b>Subject:</b>{' '}
        <bdi {...freeText(subject)}>
          <WholeNumbers text={subject} />
        </bdi>
      </p>
      <div className="desk-columns">
        <iframe className="desk-mail" title="The mail in HTML" sandbox="" srcDoc={html} />
        <div className="stack">
          <h3>As text</h3>
          <pre className="desk-mail-text" {...freeText(text)}>
            <WholeNumbers text={text} />
          </pre>
        </div>
      </div>
    </Panel>
  )
}
