import { z } from 'zod'
import { text, version } from '../../form/form-fields'
import { CROPS, MAX_ALT, MAX_FILES } from './picture-fields'
import { parsePart } from './picture-part'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** What is uploaded, and what is said about it; the pictures that exist are read by `readPictures`. */
export const picturesSchema = z.object({
  version,
  new_alt: text(MAX_ALT).default(''),
  new_color: z.guid().optional(),
  crop: z.enum(CROPS).default('attention'),
  files: z
    .preprocess(
      (value) => [value].flat().filter(isFile),
      z.array(z.instanceof(File)).max(MAX_FILES, `Please upload at most ${MAX_FILES} pictures at once.`),
    )
    .default([]),
})

export const cropSchema = z.object({
  version,
  /** As the database stores it. */
  part: z.string().transform((written, { addIssue }) => {
    const part = parsePart(written)
    if (part) return part
    addIssue({ code: 'custom', message: 'Please choose a part of the picture.' })
    return z.NEVER
  }),
})
