import { z } from 'zod'
import { PICTURE_ROLES } from '~/catalog/picture-role'
import { text, version } from '../../form/form-fields'
import { CROPS, FOCUS, MAX_ALT, MAX_FILES } from './picture-fields'
import { parsePart } from './picture-part'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** What is uploaded, and what is said about it; the pictures that exist are read by `readPictures`. */
export const picturesSchema = z.object({
  version,
  new_alt: text(MAX_ALT).default(''),
  new_color: z.guid().optional(),
  new_role: z.enum(PICTURE_ROLES).optional(),
  crop: z.enum(CROPS).default('attention'),
  files: z
    .preprocess(
      (value) => [value].flat().filter(isFile),
      z.array(z.instanceof(File)).max(MAX_FILES, `Please upload at most ${MAX_FILES} pictures at once.`),
    )
    .default([]),
})

/** An archive of pictures for many products, or a file with their addresses. */
export const archiveSchema = z.object({
  intent: z.enum(['archive', 'addresses']).default('archive'),
  file: z.instanceof(File, { error: 'Please choose a file.' }).refine(({ size }) => size > 0, 'The file is empty.'),
  crop: z.enum(CROPS).default('attention'),
})

export const focusSchema = z.object({
  version,
  focus: z.string().regex(FOCUS, 'Please choose a point of the picture.'),
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
