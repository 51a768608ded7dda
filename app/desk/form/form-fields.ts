import { z } from 'zod'
import { codeText, plainText, tooLong } from '~/platform/text'
import { whole } from '~/platform/whole-number.schema'
import { isLocalTime } from './local-time'

// Fields that several forms of the desk have.

/** The version of a row that a form was made from. */
export const version = whole(1)

export const buttonSchema = z.object({ version })

/** The latest change when the form's page was made; 0 for none. If the form is refused, later ones are shown. */
export const seen = whole(0).default(0)

/** A checkbox: whether it is ticked. */
export const tick = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

/** A number, an amount or a time, from any keyboard; `asked` is what is said without it. */
export function plain(asked?: string) {
  return z.string({ error: asked }).overwrite(plainText)
}

/** A local time in Pakistan, which may be left out. */
export const moment = plain()
  .refine(isLocalTime, 'Please enter a date and a time, such as 2026-03-01T10:00.')
  .optional()

/** A text that has to be there; `asked` is what is said without it. */
export const required = (asked: string, max: number) =>
  z.string({ error: asked }).trim().min(1, asked).max(max, tooLong(max))

/** A text that may be left out. */
export const text = (max: number) => z.string().trim().max(max, tooLong(max))

/** The tracking number of a parcel. */
export const tracking = z.string().overwrite(codeText).max(60, tooLong(60))

export const place = whole(0, 999, 'Please enter its place as a number.')

export const upload = z.preprocess(
  (value) => (value instanceof File && value.size > 0 ? value : undefined),
  z.instanceof(File).optional(),
)
