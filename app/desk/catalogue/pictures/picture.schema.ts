import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { version } from '../../form-fields'
import { CROPS, MAX_ALT, MAX_FILES } from './picture-fields'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** What is uploaded, and what is said about it; the pictures that exist are read by `readPictures`. */
export const picturesSchema = z.object({
  /** The version of the product that the form was made from. */
  version,
  new_alt: z.string().trim().max(MAX_ALT, tooLong(MAX_ALT)).default(''),
  new_color: z.guid().optional(),
  crop: z.enum(CROPS).default('attention'),
  files: z
    .preprocess(
      (value) => [value].flat().filter(isFile),
      z.array(z.instanceof(File)).max(MAX_FILES, `Please upload at most ${MAX_FILES} pictures at once.`),
    )
    .default([]),
})
