import type { SubmissionResult } from '@conform-to/react'
import type { MailWords, WordedKind } from '~/mails/words/default-words'
import { KNOWN_PLACEHOLDERS, PLACEHOLDERS } from '~/mails/words/placeholders'
import { hasHeading } from '~/mails/words/word-problems'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { isOutdated, SideBySide, storedUnlessRefused, typedText } from '../side-by-side'
import { mailTextSchema } from './mail-text.schema'

interface MailTextFormProps {
  kind: WordedKind
  version: number
  /** The words that are saved now. */
  saved: MailWords
  /** The same, or those of an earlier version. */
  words: MailWords
  reply: SubmissionResult | undefined
}

const LABELS: Record<keyof MailWords, string> = {
  subject: 'Subject',
  heading: 'Heading',
  body: 'Text',
  button: 'Words of the link',
  closing: 'Closing',
}

/** The editor of a mail's words. */
export function MailTextForm({ kind, version, saved, words, reply }: MailTextFormProps) {
  const form = useShopForm('mail', mailTextSchema(kind), reply)
  const line = (name: keyof MailWords) => (
    <Field field={form.field(name)} label={LABELS[name]} defaultValue={words[name]} autoComplete="off" />
  )
  const fields = Object.keys(LABELS) as (keyof MailWords)[]
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-label="Words of the mail">
      <ErrorSummary form={form} />
      {isOutdated(reply, version) ? (
        <SideBySide
          fields={fields.map((name) => ({ label: LABELS[name], typed: typedText(reply, name), now: saved[name] }))}
        />
      ) : null}
      <input type="hidden" name="version" value={version} />
      {line('subject')}
      {hasHeading(kind) ? line('heading') : null}
      <TextArea field={form.field('body')} label={LABELS.body} defaultValue={words.body} rows={8} />
      {line('button')}
      <TextArea
        field={form.field('closing')}
        label={LABELS.closing}
        defaultValue={storedUnlessRefused(reply, words.closing)}
        rows={3}
      />
      <Known kind={kind} />
      <p className="desk-buttons">
        <button className="button" name="intent" value="save">
          Save the words
        </button>
        <button className="button button-outline" name="intent" value="preview">
          Preview
        </button>
      </p>
    </form>
  )
}

/** Lists the placeholders of a kind of mail. */
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
