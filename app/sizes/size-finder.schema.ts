import { z } from 'zod'
import { findBraSize } from './bra-size'
import { toCentimetres } from './size-charts'

/** A length, typed as '76', '76,5' or '29.5 in'. */
const length = (name: string) =>
  z
    .string({ error: `Please enter your ${name}.` })
    .max(20, 'Please enter a number, for example 76.')
    .transform((text) => Number(text.replace(',', '.').replace(/ ?(cm|in|")\s*$/i, '')))
    .refine((value) => Number.isFinite(value) && value > 0, 'Please enter a number, for example 76.')

/** The size finder's form. Transforms two measurements into a size, with the underbust in centimetres. */
export const sizeFinderSchema = z
  .object({
    underbust: length('underbust'),
    bust: length('bust'),
    unit: z.enum(['cm', 'in']).catch('cm'),
  })
  .transform(({ underbust, bust, unit }, context) => {
    const centimetres = toCentimetres(underbust, unit)
    const found = findBraSize(centimetres, toCentimetres(bust, unit))
    if (found.ok) return { size: found.value, underbust: centimetres }
    context.addIssue({ code: 'custom', path: [found.refusal.field], message: found.refusal.message })
    return z.NEVER
  })
