import { z } from 'zod'
import { type Desk, pageOf, read } from '../database.server'
import { refundSchema } from '../orders/orders.server'

const listSchema = pageOf(
  refundSchema.extend({ order_id: z.string().nullable(), contact_phone: z.string().nullable() }),
)
export type DeskRefund = z.infer<typeof listSchema>['rows'][number]

/** Returns a page of refunds: due ones, oldest first, or sent ones, latest first. */
export const listRefunds = ({ db }: Desk, isSent: boolean, page: number) =>
  read(db, 'desk_refunds', { is_sent: isSent, page }, listSchema)
