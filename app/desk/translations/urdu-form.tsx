import { line, sentence, shown, uncompared, type EditField } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import type { UrduText } from './translations.server'
import { urduSchema } from './urdu.schema'

/** The texts of a page's own form: their columns, labels and English, in its order. */
export type UrduOrder = readonly (readonly [column: string, label: string, english: string | null])[]

interface UrduFormProps {
  /** The kind of row, as the record of changes calls it, and the row whose page this is; without it, all rows of the kind. */
  kind: string
  owner?: string
  texts: readonly UrduText[]
  /** The page's own form, whose order and labels the Urdu has too. */
  form?: UrduOrder
}

/** The Urdu of a page's texts beside the English: one form for whatever has translations (decision 190). */
export function UrduForm({ kind, owner, texts, form = [] }: UrduFormProps) {
  if (texts.length === 0) return null
  const fieldOf = ({ name, english }: UrduText) =>
    form.findIndex(([column, , text]) => column === name && text === english)
  // A list of points is stored in another form than it is translated in.
  const placeOf = (text: UrduText) =>
    fieldOf(text) < 0 ? form.findIndex(([column]) => column === text.name) : fieldOf(text)
  const inOrder = texts.toSorted((one, other) => placeOf(one) - placeOf(other))
  const seen = texts.map(({ key, source, id, name, label, seen: one }) => ({ key, source, id, name, label, seen: one }))
  return (
    <EditForm
      id="urdu"
      name="Urdu"
      hasHeading
      schema={urduSchema}
      action={['/desk/urdu', kind, owner].filter(Boolean).join('/')}
      intent="urdu"
      isLarge
      fields={[
        uncompared('seen', () => <input type="hidden" name="seen" value={JSON.stringify(seen)} />),
        ...inOrder.map((text) => urduField(text, form[fieldOf(text)]?.[1])),
      ]}
      button="Save the Urdu"
    />
  )
}

/** Tags run together from right to left, so a text with tags begins on the left. */
const urduOf = (english: string) => ({ lang: 'ur', dir: /<\/?[a-z]/i.test(english) ? 'ltr' : 'rtl' }) as const
/** Letters that a field of a phone shows in one line. */
const LONGEST_LINE = 32

/** A short text has its English in the label, a long one beside it. */
function urduField(text: UrduText, known?: string): EditField {
  const { key: name, part, label, english, most } = text
  const called = known ?? [part, label].filter(Boolean).join(' ')
  const title = called.charAt(0).toUpperCase() + called.slice(1)
  const urdu = text.urdu ?? ''
  const about = { ...urduOf(english), maxLength: most }
  const short = (english.length > LONGEST_LINE ? sentence : line)(name, `${title}: ${english}`, urdu, about)
  if (most <= 400 && !english.includes('\n')) return short
  const rows = Math.min(16, 2 + Math.ceil(english.length / 60))
  return {
    ...short,
    input: ({ id }, reply) => (
      <div className="desk-columns">
        <div className="field">
          <label htmlFor={`${id}-english`}>{title} in English</label>
          <textarea id={`${id}-english`} rows={rows} readOnly lang="en" dir="ltr" defaultValue={english} />
        </div>
        <div className="field">
          <label htmlFor={id}>{title} in Urdu</label>
          <textarea
            id={id}
            name={name}
            rows={rows}
            maxLength={most}
            {...urduOf(english)}
            defaultValue={shown(reply, name, urdu)}
          />
        </div>
      </div>
    ),
  }
}
