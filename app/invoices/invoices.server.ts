import { z } from 'zod'
import { readContactInfo } from '~/contact/contact-info.server'
import { readGuestKeys } from '~/orders/orders.server'
import { requireShopper, type Needs, type Reporting } from '~/platform/context.server'
import type { Backend } from '~/platform/supabase/clients.server'
import type { Sender } from './invoice'
import { invoiceSchema, type Invoice } from './invoice.schema'

async function find(db: Backend, orderId: string, guestKey?: string): Promise<Invoice[] | null> {
  const { data, error } = await db.rpc('get_invoice', { p_order_id: orderId, p_attempt_key: guestKey })
  if (error) throw new Error(`No invoice: ${error.message}`, { cause: error })
  return z.array(invoiceSchema).nullable().parse(data)
}

/**
 * Returns the invoices and credit notes of the visitor's order, the latest last: a guest's by the key in their cookie, else the shopper's; null for any other order, and for
 * one that isn't paid or sent. Redirects visitors who have no key and aren't signed in to the log-in.
 */
export async function findOwnInvoices(
  context: Needs<'backends' | 'cookies' | 'flashes' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  orderId: string,
): Promise<Invoice[] | null> {
  const guestKey = (await readGuestKeys(context, request)).get(orderId)
  const asGuest = guestKey ? await find(context.backends.anonymous, orderId, guestKey) : null
  return asGuest ?? find((await requireShopper(context, request)).db, orderId)
}

export async function readSender(context: Needs<'backends' | 'catalogue' | 'settings' | Reporting>): Promise<Sender> {
  const { phone, address } = await readContactInfo(context)
  return { brand: context.settings.BRAND_NAME, phone, address }
}
