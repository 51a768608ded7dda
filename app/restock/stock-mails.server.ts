import { inLanguage } from '~/language/current.server'
import { isLanguage } from '~/language/languages'
import { composeLetter, type Letterhead } from '~/mails/words/letter.server'
import { letterheadsOf } from '~/mails/words/words.server'
import { CatalogueCache } from '~/platform/cache/catalogue-cache.server'
import type { Settings } from '~/platform/env.server'
import { createLog, describeError } from '~/platform/log.server'
import { openBackends } from '~/platform/supabase/clients.server'
import { publicUrl } from '~/platform/public-url'
import { declareMailFunction, sendMail, serviceClient } from '~/platform/supabase/service-client.server'
import { alertLabel, alertUrl } from './alert-choice'

const STOCK_MAIL = declareMailFunction('send-back-in-stock')

/** After this many failures in a row the provider counts as unreachable. */
const MAX_FAILURES_IN_A_ROW = 3

/**
 * Sends the due mails about sizes that are back, for a timer. Several runs may overlap. An alert is claimed before its mail and marked as
 * sent afterwards (database function `claim_stock_alerts`). If the process ends in between, it is claimed again after ten minutes and
 * mailed with the same idempotency key, so its recipient gets one mail. Logs to standard error. Throws if the database fails.
 */
export async function sendStockMails(settings: Settings): Promise<{ sent: number; failed: number }> {
  const log = createLog(settings.LOG_LEVEL, 'stderr')
  const shop = { backends: openBackends(settings), catalogue: new CatalogueCache(log), log, settings }
  const db = serviceClient(shop, 'send stock mails')
  const result = { sent: 0, failed: 0 }
  const letterheads = letterheadsOf(shop)
  for (let failuresInARow = 0; failuresInARow < MAX_FAILURES_IN_A_ROW;) {
    const claimed = await db.rpc('claim_stock_alerts', { p_most: 1 })
    if (claimed.error) throw new Error(`Stock alerts not claimed: ${claimed.error.message}`, { cause: claimed.error })
    const [alert] = claimed.data
    if (!alert) break
    const { id, email } = alert
    const language = isLanguage(alert.language) ? alert.language : 'en'
    try {
      const letterhead = await letterheads(language)
      const letter = inLanguage(language, () => composeAlert(letterhead, alert))
      const oneClickUrl = `${settings.PUBLIC_URL}/back-in-stock/one-click?alert=${id}`
      await sendMail(shop, STOCK_MAIL, { email, ...letter, oneClickUrl }, id)
    } catch (error) {
      shop.log.error({ event: 'stock mail not sent', alert: id, ...describeError(error) })
      result.failed += 1
      failuresInARow += 1
      continue
    }
    const marked = await db.from('stock_alerts').update({ sent_at: new Date().toISOString() }).eq('id', id)
    if (marked.error)
      throw new Error(`A sent stock mail was not marked: ${marked.error.message}`, { cause: marked.error })
    result.sent += 1
    failuresInARow = 0
  }
  const forgotten = await db.rpc('forget_old_stock_alerts')
  if (forgotten.error)
    throw new Error(`Old stock alerts still kept: ${forgotten.error.message}`, { cause: forgotten.error })
  return result
}

function composeAlert(
  letterhead: Letterhead,
  alert: { id: string; product: string; slug: string; size: string; color: string | null },
) {
  const { settings } = letterhead
  const size = alertLabel(alert.size, alert.color)
  const values = { product: alert.product, size, end_link: publicUrl(settings, `/back-in-stock/end?alert=${alert.id}`) }
  return composeLetter(letterhead, 'back_in_stock', publicUrl(settings, alertUrl(alert)), values)
}
