import { m } from '~/language/messages'
import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
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
export const sizeName = (index: number) => `size-${index}`

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

/** Returns the schema of the exchange form for an order's lines. A size is a variant's ID, or empty. */
export function exchangeSchema(lines: readonly Line[]) {
  const sizes = Object.fromEntries(
    lines.map((_line, index) => [sizeName(index), z.union([z.guid(), z.literal('')]).catch('')]),
  )
  return z
    .object({ ...quantities(lines), ...sizes, note, requestKey })
    .refine((values) => lines.some((_line, index) => Boolean(values[sizeName(index) as 'note'])), {
      ...always,
      path: [sizeName(0)],
      error: () => m.returns_choose_size(),
    })
}
