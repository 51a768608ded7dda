import { z } from 'zod'
import { version } from '../../form-fields'
import { parsePart } from './picture-part'

export const cropSchema = z.object({
  /** The version of the product that the form was made from. */
  version,
  /** As the database stores it. */
  part: z.string().transform((text, { addIssue }) => {
    const part = parsePart(text)
    if (part) return part
    addIssue({ code: 'custom', message: 'Please choose a part of the picture.' })
    return z.NEVER
  }),
})
