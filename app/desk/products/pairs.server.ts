import { z } from 'zod'
import { change, type Desk, read } from '../desk.server'
import { plain, version } from '../form/form-fields'
import { amounts, ids, maybeTexts, texts } from '../rows'
import { PRODUCT_STATES } from './product-query'

const idsOfProducts = z.array(z.guid()).max(100).default([])

const OFF = 'Please enter what they cost less in rupees, such as 200, or nothing.'
const off = plain(OFF)
  .regex(/^\d{1,6}(\.\d{1,2})?$/, OFF)
  .transform(Number)
  .optional()

/**
 * Which products belong to one: `shown` are those that could be ticked, `chosen` those that are, and `offs` what each costs less with it,
 * in rupees, in the order of `shown`.
 */
export const pairsSchema = z.object({
  version,
  shown: idsOfProducts,
  chosen: idsOfProducts,
  offs: z
    .array(off)
    .max(100)
    .default([])
    .transform((all) => all.map((one) => one ?? 0)),
})

const pairSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('category', 'picture'),
  state: z.enum(PRODUCT_STATES),
  is_paired: z.boolean(),
  ...amounts('price_off'),
})
export type DeskPair = z.infer<typeof pairSchema>

/** Returns what belongs to a product, and what is found by the search; without one, what goes with it. */
export const listPairs = ({ db }: Desk, product: string, search: string) =>
  read(db, 'desk_pairs', { product, search: search || null }, z.array(pairSchema))

/** Saves which of the shown products belong to one. Refuses in words for the operator. */
export const savePairs = ({ db }: Desk, product: string, pairs: z.output<typeof pairsSchema>) =>
  change(db, 'desk_save_pairs', { product, ...pairs })
