import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import { toRupees } from '~/platform/money'
import { Field } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { ChoiceField, type Options } from './choice-field'
import { localTime } from './local-time'
import { isTicked, typedText } from './side-by-side'

/** Returns a label up to its first comma, as comparisons and tables have it: ', such as …' is said beside the field alone. */
export const shortLabel = (label: string) => label.replace(/,.*/, '')

export interface EditField<Name extends string = string> {
  name: Name
  label: string
  /** What is stored, as a comparison shows it; null for a field that isn't compared. */
  now: string | null
  /** Returns what was typed in a refused form, as the comparison shows it. */
  typed: (reply: SubmissionResult | undefined) => string
  input: (field: ShopField, reply: SubmissionResult | undefined) => ReactNode
}

type Stored = string | number | null | undefined
type InputProps = Partial<ComponentProps<typeof Field>>

export const WHOLE = { inputMode: 'numeric', dir: 'ltr' } as const
export const AMOUNT = { inputMode: 'decimal', dir: 'ltr' } as const
export const CODE = { dir: 'ltr', autoCapitalize: 'none' } as const

/** Returns what an input shows: of a refused form what was typed, and an empty field is missing there. */
export const shown = (reply: SubmissionResult | undefined, name: string, now: string) =>
  reply ? typedText(reply, name) : now

export function line<Name extends string>(
  name: Name,
  label: string,
  stored?: Stored,
  props: InputProps = {},
): EditField<Name> {
  const now = String(stored ?? '')
  return {
    name,
    label,
    now: stored === undefined ? null : now,
    typed: (reply) => typedText(reply, name),
    input: (field, reply) => (
      <Field field={field} label={label} defaultValue={shown(reply, name, now)} autoComplete="off" {...props} />
    ),
  }
}

/** An amount in rupees; `paisa` is what is stored. */
export function rupees<Name extends string>(
  name: Name,
  label: string,
  paisa?: number | null,
  hint?: string,
  props: InputProps = {},
) {
  return {
    ...line(name, label, typeof paisa === 'number' ? toRupees(paisa) : paisa, { ...AMOUNT, hint, ...props }),
    typed: (reply: SubmissionResult | undefined) => withPaisa(typedText(reply, name)),
  }
}

/** `2499` as `2499.00`, so that it equals what is stored. */
function withPaisa(text: string): string {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text).toFixed(2) : text
}

/** A time in Pakistan; `moment` is what is stored. */
export function time<Name extends string>(
  name: Name,
  label: string,
  moment?: string | null,
  hint?: string,
  props: InputProps = {},
) {
  return line(name, label, moment ? localTime(moment) : moment, {
    type: 'datetime-local',
    hint,
    autoComplete: undefined,
    ...props,
  })
}

/** A text of one line that is broken where it is longer than its field. */
export function sentence<Name extends string>(
  name: Name,
  label: string,
  stored?: Stored,
  props: Partial<ComponentProps<typeof TextArea>> = {},
): EditField<Name> {
  const given = line(name, label, stored)
  return {
    ...given,
    input: (field, reply) => (
      <TextArea field={field} label={label} defaultValue={shown(reply, name, given.now ?? '')} rows={1} {...props} />
    ),
  }
}

export function area<Name extends string>(
  name: Name,
  label: string,
  stored?: Stored,
  rows = 5,
  hint?: string,
): EditField<Name> {
  const given = line(name, label, stored)
  return {
    ...given,
    input: (field, reply) => (
      <TextArea
        field={field}
        label={label}
        hint={hint}
        defaultValue={shown(reply, name, given.now ?? '')}
        rows={rows}
      />
    ),
  }
}

/** A choice of values that have names; `none` are the words for no choice. */
export function choice<Name extends string>(
  name: Name,
  label: string,
  options: Options,
  stored?: string | null,
  none?: string,
): EditField<Name> {
  const nameOf = (value: string) => options.find(([one]) => one === value)?.[1] ?? none ?? ''
  return {
    name,
    label,
    now: stored === undefined ? null : nameOf(stored ?? ''),
    typed: (reply) => nameOf(typedText(reply, name)),
    input: (field, reply) => (
      <ChoiceField
        field={field}
        label={label}
        none={none}
        options={options}
        defaultValue={shown(reply, name, stored ?? '')}
      />
    ),
  }
}

export function tick<Name extends string>(name: Name, label: string, stored: boolean): EditField<Name> {
  return {
    name,
    label,
    now: stored ? 'on' : '',
    typed: (reply) => typedText(reply, name),
    input: (_field, reply) => (
      <label className="check" key={name}>
        <input type="checkbox" name={name} defaultChecked={isTicked(reply, name, stored)} /> {label}
      </label>
    ),
  }
}

/** A field that a comparison leaves out. */
export function uncompared<Name extends string>(name: Name, input: EditField['input']): EditField<Name> {
  return { name, label: '', now: null, typed: () => '', input }
}
