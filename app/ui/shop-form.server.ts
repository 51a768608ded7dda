import { useForm, type FieldMetadata, type SubmissionResult } from '@conform-to/react'
import { z } from 'zod'

/** A field of a form. It holds plain values only, so that it can be a prop of an area. */
export interface ShopField {
  id: string
  name: string
  hintId: string
  errorId: string
  /** The field's errors in one line. */
  error?: string
  /** The submitted value. Passwords and files are never sent back. */
  typed?: string
  /** The schema's constraints as HTML attributes. */
  constraint: Partial<Pick<FieldMetadata, 'required' | 'minLength' | 'maxLength' | 'min' | 'max'>>
  /** Whether it is the first invalid field. */
  takesFocus: boolean
}

/** An error of a field or, without an ID, of the whole form. */
export interface Problem {
  message: string
  fieldId?: string
}

export interface ShopForm<Name extends string = string> {
  /** The props of the `<form>`. Browser validation is off, since the server has the specified messages. */
  props: { id: string; method: 'post'; noValidate: true }
  field: (name: Name) => ShopField
  problems: Problem[]
}

/**
 * Returns a form with the errors, values and constraints of its fields, by Conform. `id` must be unique on the page and is the prefix of
 * the field IDs. Forms are only rendered on the server, so that browsers load neither Conform nor the schema (decision 4).
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
  // In the order of the schema, which is that of the page: rules of several fields report later than those of one.
  const names = ['', ...Object.keys(constraintsOf(schema))]
  const placeOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const invalidFields = Object.entries(form.allErrors)
    .flatMap(([name, messages]) => (messages.length > 0 ? [name] : []))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
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
        takesFocus: invalidFields[0] === name,
      }
    },
    problems: invalidFields.flatMap((name) =>
      (form.allErrors[name] ?? []).map((message) => ({ message, fieldId: name ? `${id}-${name}` : undefined })),
    ),
  }
}

/** Returns a field that is shown but not part of the form. */
export function readOnlyField(name: string): ShopField {
  return { id: name, name, hintId: `${name}-hint`, errorId: `${name}-error`, constraint: {}, takesFocus: false }
}

type Constraints = Record<string, ShopField['constraint']>

const constraintsCache = new WeakMap<z.ZodType, Constraints>()

/**
 * Returns the constraints of a schema's fields, by zod's JSON Schema: Conform's `getZodConstraint` finds no lengths in zod 4.6
 * (https://github.com/edmundhung/conform/pull/1341).
 */
function constraintsOf(schema: z.ZodType): Constraints {
  const cached = constraintsCache.get(schema)
  if (cached) return cached
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const constraints: Constraints = {}
  for (const [name, described] of Object.entries(properties)) {
    const { minLength, maxLength, minimum: min, maximum: max } = typeof described === 'object' ? described : {}
    constraints[name] = { required: required.includes(name), minLength, maxLength, min, max }
  }
  constraintsCache.set(schema, constraints)
  return constraints
}
