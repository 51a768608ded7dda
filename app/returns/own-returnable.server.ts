import { m } from '~/language/messages'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { findOwnOrder, type OwnOrder } from '~/orders/own-order.server'
import type { Needs } from '~/platform/context.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { returnableUntil } from './return'
import { listReturnable, type ReturnableLine } from './returns.server'

export interface Returnable extends OwnOrder {
  lines: ReturnableLine[]
  /** Days allowed for returns. */
  days: number
  /** Last day for returns, dd/mm/yyyy. */
  until: string
}

/** Why nothing can be returned, in words for the shopper, and the page that shows it. */
interface NotReturnable {
  problem: string
  pageUrl: string
}

/** Returns the visitor's order with its returnable lines, and what they can be exchanged for (`listReturnable`). Throws if it can't be read. */
export async function findReturnable(
  context: Needs<'backends' | 'cookies' | 'flashes' | 'sendCookie' | 'sessions' | 'settings' | 'visitor'>,
  request: Request,
  id: string | undefined,
  product: string | null = null,
): Promise<Result<Returnable, NotReturnable>> {
  const orderId = normalizeOrderId(id ?? '')
  const own = orderId ? await findOwnOrder(context, request, orderId) : null
  if (!own) return refuse({ problem: m.returns_order_not_found(), pageUrl: '/' })
  const pageUrl = orderUrl(own.order.order_id, own.order.user_id === null)
  const days = context.settings.RETURN_DAYS
  const until = returnableUntil(own.order, days, new Date())
  if (days === undefined || until === null) return refuse({ problem: m.returns_ask_if_wrong(), pageUrl })
  const lines = await listReturnable(own.owner, own.order.order_id, own.items, product)
  if (lines.length === 0) return refuse({ problem: m.returns_all_on_way(), pageUrl })
  return succeed({ ...own, lines, days, until })
}
