import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { orderUrl } from '~/orders/order'
import { inLanguage } from '~/language/current.server'
import { attempt, inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting, RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany, withoutFiles } from '~/platform/http/forms.server'
import { keyOf } from '~/platform/rate-limits.server'
import { declareMailFunction, sendMail, serviceClient } from '~/platform/supabase/service-client.server'
import { declareBucket, removeFiles, returnUpload, storePictures, takeUpload } from '~/platform/supabase/uploads.server'
import { RETURNS } from './limits.server'
import type { Returnable } from './own-returnable.server'
import { reasonWords } from './return'
import { choiceValue, choiceWords, type ExchangeChoice } from './exchange-choice'
import { choiceName, exchangeSchema, quantityName, returnSchema } from './return.schema'
import { requestReturn, type ReturnRequest } from './returns.server'

const CONTACT_MAIL = declareMailFunction('send-contact-email')
const FILES = declareBucket('files')

export async function submitReturn(context: RequestContext, own: Returnable) {
  const form = await parseForm(context.form, returnSchema(own.lines))
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const { reason, note, photos, requestKey } = form.value
  const values: Record<string, unknown> = form.value
  const items = own.lines.flatMap(({ item }, index) => {
    const quantity = Number(values[quantityName(index)])
    return quantity > 0 ? [{ order_item_id: item.id, quantity }] : []
  })
  const wait = photos.length > 0 ? await takeUpload(context.limits, uploader(own)) : null
  if (wait !== null) return tooMany(reply, wait)
  const stored = await attempt(context, 'photos of a return not stored', () => storePhotos(context, photos))
  if (!stored?.ok) {
    await returnUpload(context.limits, uploader(own))
    return refused(reply, stored ? stored.refusal.message : m.returns_not_taken(), stored ? 400 : 503)
  }
  const request = { requestKey, kind: 'return', reason, note, photos: stored.value, items } as const
  return submit(context, own, reply, request)
}

export async function submitExchange(context: RequestContext, own: Returnable) {
  const form = await parseForm(context.form, exchangeSchema(own.lines))
  if (!form.ok) return invalid(form)
  const { note, requestKey } = form.value
  const values: Record<string, unknown> = form.value
  const items = own.lines.flatMap(({ item }, index) => {
    const instead = values[choiceName(index)] as ExchangeChoice | null
    return instead ? [{ order_item_id: item.id, quantity: Number(values[quantityName(index)]) || 1, ...instead }] : []
  })
  return submit(context, own, form, { requestKey, kind: 'exchange', reason: 'size', note, photos: [], items })
}

async function submit(
  context: RequestContext,
  own: Returnable,
  form: { reply: SubmissionResult },
  request: ReturnRequest,
) {
  const { order, owner, days } = own
  const wait = await context.limits.take(RETURNS, keyOf.shopper(order))
  if (wait !== null) return tooMany(form, wait)
  const requested = await attempt(context, 'return not requested', () =>
    requestReturn(context, order, owner, days, request),
  )
  if (!requested?.ok) {
    await attempt(context, 'photos of a return not removed', () => removePhotos(context, request.photos))
    return requested ? refused(form, requested.refusal, 409) : refused(form, m.returns_not_taken(), 503)
  }
  if (requested.value.isRepeat)
    await attempt(context, 'photos of a return not removed', () => removePhotos(context, request.photos))
  else mailOperators(context, own, request, requested.value.id)
  sendOrderMailsSoon(context)
  return context.flashes.success(
    `${orderUrl(order.order_id, order.user_id === null)}#returns`,
    request.kind === 'exchange' ? m.returns_exchange_asked() : m.returns_return_asked(),
  )
}

const uploader = ({ order }: Returnable) => ({ id: order.user_id ?? order.id })

/** Stores photos for operators only and returns their paths. Stores none if one is refused. */
function storePhotos(context: Needs<'backends'>, files: File[]) {
  return storePictures(serviceClient(context, 'keep returns'), FILES, 'return-photos', files)
}

async function removePhotos(context: Needs<'backends'>, photos: string[]): Promise<void> {
  await removeFiles(serviceClient(context, 'keep returns'), FILES, photos)
}

/** Mails the request to operators, who can also list it with `npm run serve -- --open-returns`. */
function mailOperators(
  context: Needs<'backends' | 'background' | Reporting>,
  { order, lines }: Returnable,
  { kind, reason, note, photos, items }: ReturnRequest,
  id: string,
): void {
  const names = items.map(({ order_item_id: line, quantity, product_id = '', variant_id = null, color_id = null }) => {
    const { item, choices } = lines.find((one) => one.item.id === line) ?? {}
    const value = choiceValue({ product_id, variant_id, color_id })
    const chosen = choices?.find((one) => choiceValue(one) === value)
    const instead = chosen && inLanguage('en', () => choiceWords(chosen, chosen.product_id !== item?.product_id))
    return `${quantity} × ${item?.sold_as} ${item?.selected_size ?? ''}${instead ? ` → ${instead}` : ''}`
  })
  const words = [
    ...names,
    ...(kind === 'return' ? [`Reason: ${inLanguage('en', () => reasonWords(reason))}`] : []),
    ...(photos.length > 0 ? [`Photos: ${photos.join(', ')}`] : []),
    note,
  ]
  const body = {
    firstName: order.shipping_address.first_name ?? '',
    lastName: order.shipping_address.last_name ?? '',
    phone: order.contact_phone ?? '',
    email: order.contact_email ?? '',
    subject: `${kind === 'return' ? 'Return' : 'Exchange'} of ${order.order_id}`,
    message: words.join('\n'),
  }
  inBackground(context, 'return not mailed', () => sendMail(context, CONTACT_MAIL, body, id))
}
