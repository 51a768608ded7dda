import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { version } from '../../form-fields'

const HEX_WORDS = 'Please enter a colour as six digits and letters from a to f, such as #6e2338.'

const colorFields = z.object({
  /** The version that the form was made from. */
  version,
  name: z.string({ error: 'Please enter a name.' }).trim().min(1, 'Please enter a name.').max(40, tooLong(40)),
  value: z
    .string({ error: HEX_WORDS })
    .trim()
    .toLowerCase()
    .transform((hex) => (hex.startsWith('#') ? hex : `#${hex}`))
    .refine((hex) => /^#[0-9a-f]{6}$/.test(hex), HEX_WORDS),
  /** Its place in the shop's filter. */
  place: z.coerce.number({ error: 'Please enter its place as a number.' }).int().min(0).max(999),
})

export const colorSchema = colorFields
export type ColorForm = z.output<typeof colorSchema>

/** A new colour, which comes last. */
export const newColorSchema = colorFields.pick({ name: true, value: true })
