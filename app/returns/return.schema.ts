import { m } from '~/language/messages'
import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { readChoice } from './exchange-choice'
import { MAX_PHOTOS, RETURN_REASONS } from './return'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

const note = z
  .string()
  .trim()
  .max(1000, { error: () => m.returns_under({ max: 1000 }) })
  .default('')
const requestKey = z.guid()

/** A returnable line of an order. */
interface Line {
  maxQuantity: number
}

export const quantityName = (index: number) => `quantity-${index}`
export const choiceName = (index: number) => `instead-${index}`

const always = { when: () => true }

function quantities(lines: readonly Line[]) {
  return Object.fromEntries(
    lines.map(({ maxQuantity }, index) => [quantityName(index), whole(0, maxQuantity).catch(0)]),
  )
}

export function returnSchema(lines: readonly Line[]) {
  return z
    .object({
      ...quantities(lines),
      reason: z.enum(RETURN_REASONS, { error: () => m.returns_tell_why() }),
      note,
      photos: z
        .preprocess(
          (value) => [value].flat().filter(isFile),
          z.array(z.instanceof(File)).max(MAX_PHOTOS, { error: () => m.returns_too_many_photos({ max: MAX_PHOTOS }) }),
        )
        .default([]),
      requestKey,
    })
    .refine((values) => lines.some((_line, index) => Number(values[quantityName(index) as 'note']) > 0), {
      ...always,
      path: [quantityName(0)],
      error: () => m.returns_choose_what(),
    })
}

/** Returns the schema of the exchange form for an order's lines. A choice is null for a line that stays. */
export function exchangeSchema(lines: readonly Line[]) {
  const choices = Object.fromEntries(
    lines.map((_line, index) => [choiceName(index), z.string().catch('').transform(readChoice)]),
  )
  return z
    .object({ ...quantities(lines), ...choices, note, requestKey })
    .refine((values) => lines.some((_line, index) => values[choiceName(index) as 'note'] !== null), {
      ...always,
      path: [choiceName(0)],
      error: () => m.returns_choose_instead(),
    })
}
