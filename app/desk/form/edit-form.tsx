import type { SubmissionResult } from '@conform-to/react'
import { Children, Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm, type ShopForm } from '~/ui/shop-form.server'
import { shortLabel, type EditField } from './edit-fields'
import { useReply } from './posted-form'
import { isOutdated, SideBySide } from './side-by-side'

interface Group<Name extends string> {
  legend: string
  fields: readonly EditField<Name>[]
  /** Whether the fields are as wide as those beside each other; short ticks aren't. */
  isWide?: boolean
}

/** A field by itself, several beside each other, a group of ticks, or something between fields. */
type Row<Name extends string> = EditField<Name> | readonly EditField<Name>[] | Group<Name> | JSX.Element | null

interface EditFormProps<Schema extends z.ZodType> {
  /** Unique on the page. */
  id: string
  schema: Schema
  /** The form's name. It is shown as a heading if the form makes something new, which has no version, or if `hasHeading`. */
  name?: string
  hasHeading?: boolean
  version?: number
  /** Where it is posted to, if not to the page's own address. */
  action?: string
  /** Hidden fields, which tell a page's forms apart. */
  hidden?: Record<string, string>
  fields: readonly Row<keyof z.input<Schema> & string>[]
  button: string
  /** What the button sends, if the page has other forms. */
  intent?: string
  /** Other buttons beside it, by what they send. */
  buttons?: Record<string, string>
  links?: ReactNode
  /** The button's name for screen readers, if its words alone don't tell whose it is. */
  buttonName?: string
  look?: keyof typeof LOOKS
  /** For files, and for texts that are longer than a form without files may be. */
  isLarge?: boolean
}

const LOOKS = { panel: 'panel stack', plain: 'stack', narrow: 'stack desk-narrow' }

/**
 * A form of the desk. A refused form keeps what was typed, also while its author signs in again. One that was made from an older version shows
 * what somebody else has saved since, beside what was typed.
 */
export function EditForm<Schema extends z.ZodType>({ schema, fields, ...props }: EditFormProps<Schema>) {
  const { id, name, version, hidden = {}, button, intent, buttons = {}, look = 'panel' } = props
  const reply = useReply(hidden, intent ? [intent, ...Object.keys(buttons)] : undefined)
  const form = useShopForm(id, schema, reply)
  const isTitled = props.hasHeading || (version === undefined && look === 'panel')
  const submit = (
    <button
      className={look === 'panel' ? 'button' : 'button button-outline'}
      aria-label={props.buttonName}
      {...(intent && { name: 'intent', value: intent })}
    >
      {button}
    </button>
  )
  // A short form has its button beside the last fields.
  const last = fields.at(-1)
  const isShort = (version === undefined || look !== 'panel') && Array.isArray(last)
  return (
    <form
      className={LOOKS[look]}
      {...form.props}
      action={props.action}
      encType={props.isLarge ? 'multipart/form-data' : undefined}
      aria-label={isTitled ? undefined : name}
      aria-labelledby={isTitled ? `${id}-heading` : undefined}
    >
      {isTitled ? <h2 id={`${id}-heading`}>{name}</h2> : null}
      <ErrorSummary form={form} />
      {version !== undefined && isOutdated(reply, version) ? <SideBySide fields={compared(fields, reply)} /> : null}
      {Object.entries({ ...hidden, ...(version === undefined ? {} : { version }) }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {Children.toArray(fields.map((row) => rendered(row, form, reply, isShort && row === last ? submit : null)))}
      {isShort ? null : (
        <p className="desk-buttons">
          {submit}
          {Object.entries(buttons).map(([other, words]) => (
            <button key={other} className="button button-outline" name="intent" value={other}>
              {words}
            </button>
          ))}
          {props.links}
        </p>
      )}
    </form>
  )
}

function rendered<Name extends string>(
  row: Row<Name>,
  form: ShopForm<Name>,
  reply: SubmissionResult | undefined,
  button: ReactNode,
): ReactNode {
  const inputs = fieldsOf(row).map((field) => (
    <Fragment key={field.name}>{field.input(form.field(field.name), reply)}</Fragment>
  ))
  if (row === null || 'props' in row) return row
  if ('legend' in row)
    return (
      <fieldset>
        <legend>{row.legend}</legend>
        <div className={row.isWide ? 'desk-filters' : 'desk-buttons'}>{inputs}</div>
      </fieldset>
    )
  if ('input' in row) return inputs
  return (
    <div className="desk-filters">
      {inputs}
      {button}
    </div>
  )
}

function fieldsOf<Name extends string>(row: Row<Name>): readonly EditField<Name>[] {
  if (row === null || 'props' in row) return []
  if ('legend' in row) return row.fields
  return 'input' in row ? [row] : row
}

/** Returns the fields of a refused form for `SideBySide`. */
export function compared(fields: readonly Row<string>[], reply: SubmissionResult | undefined) {
  return fields
    .flatMap(fieldsOf)
    .flatMap(({ label, now, typed }) => (now === null ? [] : [{ label: shortLabel(label), typed: typed(reply), now }]))
}
