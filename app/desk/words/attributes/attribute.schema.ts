import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { tick, version } from '../../form-fields'

/** An attribute has at most so many values. */
export const MAX_VALUES = 40

const attributeFields = z.object({
  /** The version that the form was made from. */
  version,
  name: z.string({ error: 'Please enter a name.' }).trim().min(1, 'Please enter a name.').max(40, tooLong(40)),
  is_filter: tick,
  /** Its place among the shop's filters. */
  place: z.coerce.number({ error: 'Please enter its place as a number.' }).int().min(0).max(999),
  /** The codes of the values that it has, in the order of `names`; new ones come after them, without codes. */
  codes: z.array(z.string().max(30)).max(MAX_VALUES).default([]),
  /** The names of the values; an empty one removes its value. */
  names: z
    .array(z.string().trim().max(40, tooLong(40)).default(''))
    .max(MAX_VALUES)
    .default([]),
})

export const attributeSchema = attributeFields.transform(({ codes, names, ...attribute }) => ({
  ...attribute,
  values: names.map((name, place) => ({ code: codes[place] ?? null, name })).filter(({ name }) => name !== ''),
}))
export type AttributeForm = z.output<typeof attributeSchema>

/** A new attribute, which comes last and has no values yet. */
export const newAttributeSchema = attributeFields.pick({ name: true })
