import type { z } from 'zod'
import { type Desk, read } from '../desk.server'
import { refundSchema } from '../orders/orders.server'
import { maybeTexts, pageOf } from '../rows'

const listSchema = pageOf(refundSchema.extend(maybeTexts('order_id', 'contact_phone')))
export type DeskRefund = z.infer<typeof listSchema>['rows'][number]

/** Returns a page of refunds: due ones, oldest first, or sent ones, latest first. */
export const listRefunds = ({ db }: Desk, isSent: boolean, page: number) =>
  read(db, 'desk_refunds', { is_sent: isSent, page }, listSchema)
