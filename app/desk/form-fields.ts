import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { isLocalTime } from './catalogue/local-time'

// Fields that several forms of the desk have.

/** The version of a row that a form was made from. */
export const version = z.coerce.number().int().min(1)

/** A checkbox: whether it is ticked. */
export const tick = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

/** A local time in Pakistan, which may be left out. */
export const moment = z
  .string()
  .refine(isLocalTime, 'Please enter a date and a time, such as 2026-03-01T10:00.')
  .optional()

/** A text of several lines, without the carriage returns that browsers send. */
export const lines = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(max, tooLong(max)))
