import { z } from 'zod'
import { change, type Desk, read } from '../desk.server'
import { version } from '../form/form-fields'
import { ids, maybeTexts, texts } from '../rows'
import { PRODUCT_STATES } from './product-query'

const idsOfProducts = z.array(z.guid()).max(100).default([])

/** Which products belong to one: `shown` are those that could be ticked, `chosen` those that are. */
export const pairsSchema = z.object({ version, shown: idsOfProducts, chosen: idsOfProducts })

const pairSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('category', 'picture'),
  state: z.enum(PRODUCT_STATES),
  is_paired: z.boolean(),
})
export type DeskPair = z.infer<typeof pairSchema>

/** Returns what belongs to a product, and what is found by the search; without one, what goes with it. */
export const listPairs = ({ db }: Desk, product: string, search: string) =>
  read(db, 'desk_pairs', { product, search: search || null }, z.array(pairSchema))

/** Saves which of the shown products belong to one. Refuses in words for the operator. */
export const savePairs = ({ db }: Desk, product: string, pairs: z.output<typeof pairsSchema>) =>
  change(db, 'desk_save_pairs', { product, ...pairs })
