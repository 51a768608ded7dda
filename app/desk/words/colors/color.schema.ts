import { z } from 'zod'
import { place, required, version } from '../../form/form-fields'

const HEX_WORDS = 'Please enter a colour as six digits and letters from a to f, such as #6e2338.'

export const colorSchema = z.object({
  version,
  name: required('Please enter a name.', 40),
  value: z
    .string({ error: HEX_WORDS })
    .trim()
    .toLowerCase()
    .transform((hex) => (hex.startsWith('#') ? hex : `#${hex}`))
    .refine((hex) => /^#[0-9a-f]{6}$/.test(hex), HEX_WORDS),
  /** In the shop's filter. */
  place,
})

/** A new colour, which comes last. */
export const newColorSchema = colorSchema.pick({ name: true, value: true })
