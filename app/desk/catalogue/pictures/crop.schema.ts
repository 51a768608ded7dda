import { z } from 'zod'
import { parsePart } from './picture-part'

export const cropSchema = z.object({
  /** The version of the product that the form was made from. */
  version: z.coerce.number().int().min(1),
  /** As the database stores it. */
  part: z.string().transform((text, { addIssue }) => {
    const part = parsePart(text)
    if (part) return part
    addIssue({ code: 'custom', message: 'Please choose a part of the picture.' })
    return z.NEVER
  }),
})
