import { z } from 'zod'
import { change, read, type Desk } from '../desk.server'
import { flags, ids, maybeTexts, numbers, pageOf, texts } from '../rows'
import type { Move } from './cells'

/** Null for not counted. */
const pieces = { stock: z.number().nullable(), ...numbers('ordered') }

const stockSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('sku', 'shelf', 'picture'),
  colors: z.array(z.object({ ...ids('id'), ...texts('name', 'value') })),
  sizes: z.array(
    z.object({
      ...ids('id'),
      ...texts('label'),
      ...flags('is_by_color'),
      ...pieces,
      colors: z.array(z.object({ ...ids('id'), ...pieces })),
    }),
  ),
})
/** What a product's sizes and colours have in stock. */
export type ProductStock = z.infer<typeof stockSchema>

const historySchema = pageOf(
  z.object({
    ...numbers('id'),
    ...texts('at', 'size'),
    ...maybeTexts('color', 'order_number', 'who', 'note'),
    /** Null if the pieces weren't counted before or aren't any more, as is the other. */
    change: z.number().nullable(),
    stock_after: z.number().nullable(),
    reason: z.enum(['sold', 'returned', 'counted', 'received', 'damaged', 'corrected', 'imported']),
  }),
)
export type StockHistory = z.infer<typeof historySchema>

/** Returns what a product has in stock, or null. */
export const readStock = ({ db }: Desk, id: string) => read(db, 'desk_stock', { id }, stockSchema.nullable())

/** Returns a page of the history of a product's stock, latest first. */
export const listStockChanges = ({ db }: Desk, product: string, page: number) =>
  read(db, 'desk_stock_changes', { product, page }, historySchema)

/** Moves stock, all or nothing. Refuses in words for the operator. */
export const moveStock = (
  { db }: Desk,
  moves: readonly Move[],
  reason: 'counted' | 'received' | 'damaged' | 'corrected',
  { note, form }: { note?: string | undefined; form?: string | undefined } = {},
) => change(db, 'desk_move_stock', { moves: [...moves], reason, note: note ?? null, form: form ?? null })
