import type { ReactNode } from 'react'
import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { counted } from '~/platform/text'
import { whole as wholeNumber } from '~/platform/whole-number.schema'
import type { Options } from '../form/choice-field'
import { area, choice, CODE, line, rupees, tick, WHOLE, type EditField } from '../form/edit-fields'
import { plain, required, text, tick as ticked } from '../form/form-fields'
import { ticks } from '../form/ticks'
import { Swatch } from '../swatch'

/** A column of a list: how its form asks for it, what is stored of that, and what a table shows. */
export interface Column {
  name: string
  label: string
  /** Reads what is posted. Its output is stored. */
  schema: z.ZodType
  /** `stored` is undefined for a new row; `all` are the values of the list's rows, and `row` is the row, if it isn't new. */
  field: (stored: unknown, all: readonly unknown[], row?: Record<string, unknown>) => EditField
  cell: (stored: unknown, row: Record<string, unknown>) => ReactNode
}

type Props = NonNullable<Parameters<typeof line>[3]>

export const show = (stored: unknown) =>
  stored === null || stored === undefined ? stored : typeof stored === 'string' ? stored : JSON.stringify(stored)

export function column(name: string, label: string, schema: z.ZodType, props: Props = {}, words = show): Column {
  return { name, label, schema, field: (stored) => line(name, label, words(stored), props), cell: words }
}

/** A line that has to be there. */
export const named = (name: string, label: string, max: number, props?: Props) =>
  column(name, label, required(`Please enter the ${label.toLowerCase()}.`, max), props)

/** A line that may be left out. */
export const optional = (name: string, label: string, max: number, props?: Props) =>
  column(name, label, text(max).optional(), props)

/** A line of a form of its own, such as an address; `asked` is said of any other. */
export const coded = (name: string, label: string, form: RegExp, asked: string, hint?: string) =>
  column(name, label, plain(asked).regex(form, asked), { ...CODE, hint })

/** An address on the web. Its cell has it without its beginning, and breaks it after the name of the site. */
export function webAddress(name: string, label: string): Column {
  const asked = 'Please enter an address that begins with https://.'
  const cell = (stored: unknown) => {
    const [site = '', ...path] = (show(stored) ?? '').replace(/^https:\/\/(www\.)?/, '').split(/(?<=\/)/)
    return (
      <bdi dir="ltr">
        {site}
        <wbr />
        {path.join('')}
      </bdi>
    )
  }
  return { ...coded(name, label, /^https:\/\/\S{1,292}$/, asked), cell }
}

/** A text of several lines, which may be left out unless something is `asked` without it. */
export function long(name: string, label: string, max: number, asked?: string): Column {
  const schema = asked ? required(asked, max) : text(max).default('')
  return { ...column(name, label, schema), field: (stored) => area(name, label, show(stored), 4) }
}

const readLines = (given: string) => given.split('\n').flatMap((one) => one.trim() || [])
const asLines = z.array(z.string()).transform((all) => all.join('\n'))

/** Texts, one in a line. */
export function points(name: string, label: string): Column {
  const schema = text(3000).default('').transform(readLines)
  return { ...column(name, label, schema), field: (stored) => area(name, label, asLines.optional().parse(stored), 4) }
}

/**
 * Lines that may be left out, and of which `problem` says what is wrong. A row without any begins with those of `example`, which are stored
 * once the form is saved.
 */
export function lines(
  name: string,
  label: string,
  hint: string,
  problem: (given: readonly string[]) => string | null,
  example: (row: Record<string, unknown>) => readonly string[],
): Column {
  const schema = text(6000)
    .transform(readLines)
    .superRefine((given, context) => {
      const message = problem(given)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional()
  return {
    ...column(name, label, schema),
    field: (stored, _all, row) => area(name, label, asLines.parse(stored ?? (row ? example(row) : [])), 11, hint),
    cell: (stored) => (Array.isArray(stored) ? counted(stored.length, 'line') : 'None yet'),
  }
}

export function yes(name: string, label: string): Column {
  const cell = (stored: unknown) => (stored === true ? 'Yes' : 'No')
  return { name, label, schema: ticked, field: (stored) => tick(name, label, stored === true), cell }
}

export const SHOWN = yes('is_active', 'Shown in the shop')

export function whole(name: string, label: string, least: number, most: number, asked?: string, hint?: string): Column {
  const error = asked ?? `Please enter a whole number from ${least} to ${most}.`
  return column(name, label, wholeNumber(least, most, error), {
    ...WHOLE,
    hint,
  })
}

const place = whole('display_order', 'Place', 0, 999, undefined, 'Lower numbers come first. Empty for the last place.')
export const PLACE: Column = { ...place, schema: place.schema.optional() }

/** An amount in rupees, which `schema` reads. */
export function amount(name: string, label: string, schema: z.ZodType): Column {
  const field = (stored: unknown) => rupees(name, label, storedAmount.nullish().parse(stored))
  return { ...column(name, label, schema), field }
}

/** A value that is its own name. */
export const itself = (value: string) => [value, value] as const

/** One of some values that have names; `none` are the words for none of them. */
export function oneOf(name: string, label: string, options: Options, none?: string): Column {
  const schema = z.enum(
    options.map(([value]) => value),
    'Please choose one.',
  )
  return {
    name,
    label,
    schema: none === undefined ? schema : schema.optional(),
    field: (stored) => choice(name, label, options, show(stored), none),
    cell: (stored) => options.find(([value]) => value === show(stored))?.[1] ?? none,
  }
}

/** Some of a few values that have names, at least one. */
export function someOf(name: string, label: string, names: Record<string, string>, asked: string): Column {
  const options = Object.entries(names).map(([id, words]) => ({ id, name: words }))
  const stored = (value: unknown) => z.array(z.string()).catch([]).parse(value)
  const given = z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(z.string().max(40)).max(40),
  )
  return {
    name,
    label,
    schema: given.refine((all) => all.length > 0 && all.every((one) => Object.hasOwn(names, one)), asked),
    field: (value) => ticks(name, label, options, { stored: stored(value) }),
    cell: (value) =>
      stored(value)
        .flatMap((one) => names[one]?.replace(/:.*/, '') ?? [])
        .join(', '),
  }
}

const HEX_WORDS = 'Please enter a colour as six digits and letters from a to f, such as #6e2338.'

/** A colour by its hex code, with or without the `#`. */
export function color(name: string, label: string): Column {
  const schema = plain(HEX_WORDS)
    .toLowerCase()
    .transform((hex) => (hex.startsWith('#') ? hex : `#${hex}`))
    .refine((hex) => /^#[0-9a-f]{6}$/.test(hex), HEX_WORDS)
  const cell = (stored: unknown) => (
    <>
      <Swatch value={show(stored) ?? ''} /> <bdi dir="ltr">{show(stored)}</bdi>
    </>
  )
  return { ...column(name, label, schema, CODE), cell }
}
