import { useForm, type FieldMetadata, type SubmissionResult } from '@conform-to/react'
import { z } from 'zod'

/** What an input needs to know of its field: plain values, so that an area can take it too. */
export interface ShopField {
  id: string
  name: string
  hintId: string
  errorId: string
  /** Everything that is wrong with it, in one line. */
  error?: string
  /** What was typed, in a form that comes back. Passwords and files never come back. */
  typed?: string
  /** What the schema asks for, as attributes. */
  constraint: Partial<Pick<FieldMetadata, 'required' | 'minLength' | 'maxLength' | 'min' | 'max'>>
  /** The first that is wrong. */
  takesFocus: boolean
}

/** Something that is wrong, and the id of the field at fault; without one it concerns the whole form. */
export interface Problem {
  message: string
  fieldId?: string
}

/** A form as its page shows it. */
export interface ShopForm<Name extends string = string> {
  /** For the `<form>`. The server judges, with the shop's own words: the browser's validation stays off. */
  props: { id: string; method: 'post'; noValidate: true }
  field: (name: Name) => ShopField
  problems: Problem[]
}

/**
 * A validated form, driven by Conform: the server's answer in, each field's error, value and constraints out. `id` is unique on the
 * page and comes before the ids of its fields. Pages and their forms are rendered on the server alone, so that neither Conform nor
 * the schema travels (docs/decisions/0062-forms.md).
 */
export function useShopForm<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  reply: SubmissionResult | undefined,
): ShopForm<keyof z.input<Schema> & string> {
  type Name = keyof z.input<Schema> & string
  const [form, fields] = useForm<Record<Name, string>>({
    id,
    lastResult: reply,
    constraint: constraintsOf(schema),
  })
  const wrong = Object.entries(form.allErrors).flatMap(([name, messages]) => (messages.length > 0 ? [name] : []))
  return {
    props: { id, method: 'post', noValidate: true },
    field: (name) => {
      const meta = fields[name]
      const { required, minLength, maxLength, min, max } = meta
      return {
        id: meta.id,
        name,
        hintId: meta.descriptionId,
        errorId: meta.errorId,
        error: meta.errors?.join(' '),
        typed: typeof meta.initialValue === 'string' ? meta.initialValue : undefined,
        constraint: { required, minLength, maxLength, min, max },
        takesFocus: wrong[0] === name,
      }
    },
    problems: wrong.flatMap((name) =>
      (form.allErrors[name] ?? []).map((message) => ({ message, fieldId: name ? `${id}-${name}` : undefined })),
    ),
  }
}

/** A field that is shown beside a form's and that nothing reads. */
export function shownField(name: string): ShopField {
  return { id: name, name, hintId: `${name}-hint`, errorId: `${name}-error`, constraint: {}, takesFocus: false }
}

type Constraints = Record<string, ShopField['constraint']>

const known = new WeakMap<z.ZodType, Constraints>()

/**
 * What a schema asks of its fields, by zod's own description of it: Conform's `getZodConstraint` finds no lengths in schemas of
 * zod 4.6 (https://github.com/edmundhung/conform/pull/1341).
 */
function constraintsOf(schema: z.ZodType): Constraints {
  const remembered = known.get(schema)
  if (remembered) return remembered
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const constraints: Constraints = {}
  for (const [name, described] of Object.entries(properties)) {
    const { minLength, maxLength, minimum: min, maximum: max } = typeof described === 'object' ? described : {}
    constraints[name] = { required: required.includes(name), minLength, maxLength, min, max }
  }
  known.set(schema, constraints)
  return constraints
}
