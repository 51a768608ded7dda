import { z } from 'zod'
import { place, required, text, tick, version } from '../../form/form-fields'

export const MAX_VALUES = 40

const attributeFields = z.object({
  version,
  name: required('Please enter a name.', 40),
  is_filter: tick,
  /** Among the shop's filters. */
  place,
  /** The codes of the values that it has, in the order of `names`; new ones come after them, without codes. */
  codes: z.array(z.string().max(30)).max(MAX_VALUES).default([]),
  /** The names of the values; an empty one removes its value. */
  names: z.array(text(40).default('')).max(MAX_VALUES).default([]),
})

export const attributeSchema = attributeFields.transform(({ codes, names, ...attribute }) => ({
  ...attribute,
  values: names.map((name, place) => ({ code: codes[place] ?? null, name })).filter(({ name }) => name !== ''),
}))

/** A new attribute, which comes last and has no values yet. */
export const newAttributeSchema = attributeFields.pick({ name: true })
