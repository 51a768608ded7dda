import { m } from '~/language/messages'
import { seal, unseal } from '~/platform/encryption/seal.server'
import type { Product } from '~/catalog/product.schema'
import { takeMail } from '~/mails/mail-budget.server'
import { composeLetter } from '~/mails/words/letter.server'
import { readLetterhead } from '~/mails/words/words.server'
import { inBackground } from '~/platform/attempt.server'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { publicUrl } from '~/platform/public-url'
import { declareMailFunction, sendMail, serviceClient } from '~/platform/supabase/service-client.server'
import { DAY } from '~/platform/time'
import { alertChoices, alertLabel } from './alert-choice'
import { STOCK_ALERTS_PER_NETWORK } from './limits.server'
import { sealedAlertSchema, type StockAlert } from './restock.schema'

const CONFIRMATION_MAIL = declareMailFunction('send-stock-alert-confirmation')

/** Why an alert was refused, in words for the shopper, and the response's status. */
export interface AlertRefusal {
  message: string
  status: number
}

const LINK_LIFETIME = 3 * DAY
const PURPOSE = 'stock alert'

const REFUSALS = {
  no_such_size: { message: m.restock_no_such_size, status: 404 },
  no_such_color: { message: m.restock_no_such_color, status: 404 },
  in_stock: { message: m.restock_in_stock, status: 409 },
  too_many_stock_alerts: { message: m.restock_too_many, status: 409 },
} satisfies Record<string, { message: () => string; status: number }>

function refuseAlert(token: keyof typeof REFUSALS) {
  const { message, status } = REFUSALS[token]
  return refuse({ message: message(), status })
}

const isRefusal = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

/**
 * Requests one mail for when a size is back. The signed-in shopper's own address counts as confirmed. Any other address gets a mail with
 * a confirmation link, and nothing is stored until then. Returns whether the alert is confirmed.
 */
export async function requestAlert(
  context: Needs<
    | 'backends'
    | 'background'
    | 'catalogue'
    | 'clientAddress'
    | 'limits'
    | 'sendCookie'
    | 'sessions'
    | 'settings'
    | 'visitor'
    | Reporting
  >,
  product: Pick<Product, 'name' | 'slug' | 'colors' | 'variants'>,
  { size: name, email }: { size: string; email: string },
): Promise<Result<{ isConfirmed: boolean; alert: StockAlert }, AlertRefusal>> {
  // Only the shop's own size labels may appear in mails.
  const chosen = alertChoices(product).find((choice) => choice.name === name)
  if (!chosen) return refuseAlert('no_such_size')
  if (chosen.left !== 0) return refuseAlert('in_stock')
  const alert = { slug: product.slug, size: chosen.size, color: chosen.color, email }
  const wait = await context.limits.take(STOCK_ALERTS_PER_NETWORK, keyOf.network(context))
  if (wait !== null) return refuse({ message: limitMessage(wait), status: 429 })
  const shopper = await findShopper(context)
  if (shopper?.email.toLowerCase() === email) {
    const saved = await saveAlert(context, alert)
    return saved.ok ? succeed({ isConfirmed: true, alert }) : saved
  }
  const mailWait = await takeMail(context, email)
  if (mailWait !== null) return refuse({ message: limitMessage(mailWait), status: 429 })
  await mailConfirmation(context, alert, product.name)
  return succeed({ isConfirmed: false, alert })
}

async function mailConfirmation(
  context: Needs<'backends' | 'background' | 'catalogue' | 'settings' | Reporting>,
  alert: StockAlert,
  product: string,
): Promise<void> {
  const token = await seal(context.settings, PURPOSE, 'link', alert, LINK_LIFETIME)
  const url = publicUrl(context.settings, `/back-in-stock/confirm?token=${token}`)
  inBackground(context, 'stock alert confirmation not mailed', async () => {
    const values = { product, size: alertLabel(alert.size, alert.color) }
    const letter = composeLetter(await readLetterhead(context), 'stock_alert_confirmation', url, values)
    await sendMail(context, CONFIRMATION_MAIL, { email: alert.email, ...letter })
  })
}

/** Returns the alert of a mailed link; null if the link is forged or older than three days. */
export async function readAlertToken({ settings }: Needs<'settings'>, token: string): Promise<StockAlert | null> {
  return sealedAlertSchema.safeParse(await unseal(settings, PURPOSE, 'link', token)).data ?? null
}

/** Stores a confirmed alert. Throws if the database fails. */
export async function saveAlert(
  context: Needs<'backends'>,
  { slug, size, color, email }: StockAlert,
): Promise<Result<null, AlertRefusal>> {
  const parameters = { p_slug: slug, p_size: size, p_email: email, p_color: color || undefined }
  const { error } = await serviceClient(context, 'keep stock alerts').rpc('keep_stock_alert', parameters)
  if (!error) return succeed(null)
  const refusal = databaseRefusal(error)
  if (refusal !== null && isRefusal(refusal)) return refuseAlert(refusal)
  throw new Error(`The stock alert was not kept: ${error.message}`, { cause: error })
}

/** Deletes all alerts of the e-mail address that an alert belongs to. Throws if the database fails. */
export async function endAlerts(context: Needs<'backends'>, alertId: string): Promise<void> {
  const { error } = await serviceClient(context, 'keep stock alerts').rpc('end_stock_alerts', { p_alert: alertId })
  if (error) throw new Error(`Stock alerts were not ended: ${error.message}`, { cause: error })
}
