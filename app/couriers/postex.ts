import { z } from 'zod'
import { addressLine } from '~/address/address-lines'
import { cutText } from '~/platform/text'
import type { Parcel, ParcelState, Whereabouts } from './courier'

/** Requests and responses of PostEx's merchant API, by its guide V4.1.9 and public code (decision 172). */

/** Longer than any status; what the database keeps of it is shorter. */
const MAX_TEXT = 300
/** A text of another server: cut before anything reads it. Texts and numbers come as either. */
const word = z.union([z.string(), z.number()]).transform((text) => cutText(String(text), MAX_TEXT))
const words = word.nullish().transform((text) => text ?? '')

/** What wraps every JSON response. */
export const envelopeSchema = z.object({ statusCode: word, statusMessage: words, dist: z.unknown().optional() })

/** Rows of a list, which is refused as a whole if it has more, before any is looked at. */
const MAX_ROWS = 5_000
const MAX_STEPS = 500
const listOf = <Schema extends z.ZodType>(schema: Schema, max = MAX_ROWS) =>
  z.array(z.unknown()).max(max).pipe(z.array(schema))

const yes = z.union([z.literal(true), z.literal('true')])
export const citiesSchema = listOf(
  z.object({ operationalCityName: word, isDeliveryCity: z.union([yes, z.unknown().transform(() => false)]) }),
).transform((rows) => rows.filter(({ isDeliveryCity }) => isDeliveryCity).map((row) => row.operationalCityName.trim()))

/** With a number as long as the database keeps. */
export const bookedSchema = z.object({ trackingNumber: word.pipe(z.string().trim().min(1).max(60)) })

const trackedSchema = z.object({
  trackingNumber: words,
  orderRefNumber: words,
  transactionStatus: words,
  transactionStatusHistory: listOf(
    z.object({ transactionStatusMessage: words, transactionStatusMessageCode: words, updatedAt: words }),
    MAX_STEPS,
  ).nullish(),
})
type Tracked = z.infer<typeof trackedSchema>

/** A row of a list: the parcel, or wrapped beside its number. */
const rowSchema = z
  .union([
    z
      .object({ trackingNumber: words, trackingResponse: trackedSchema })
      .transform(({ trackingNumber, trackingResponse }) => ({ ...trackingResponse, trackingNumber })),
    trackedSchema,
  ])
  .nullable()
  .catch(null)
/** A list of parcels; rows without one, such as those of unknown numbers, are left out. */
export const parcelsSchema = listOf(rowSchema)
  .nullish()
  .transform(
    (rows) =>
      (rows ?? []).filter(
        (row) =>
          row !== null &&
          row.trackingNumber !== '' &&
          (row.orderRefNumber || row.transactionStatus || row.transactionStatusHistory),
      ) as Tracked[],
  )

/** The phone as PostEx takes it, 03001234567; null for one that it doesn't take. */
export function localPhone(phone: string | null): string | null {
  const [, digits] = /^\+92(3\d{9})$/.exec(phone ?? '') ?? []
  return digits ? `0${digits}` : null
}

const oneSpace = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Returns the city as the courier writes it, or null if it isn't one of its cities. */
export function cityOf(cities: readonly string[], city: string): string | null {
  const wanted = oneSpace(city).toLowerCase()
  return cities.find((one) => oneSpace(one).toLowerCase() === wanted) ?? null
}

/** Returns the request that books a parcel. `city` and `phone` are as PostEx takes them. */
export function bookingOf(parcel: Parcel, { city, phone, pickup }: { city: string; phone: string; pickup: string }) {
  const contents = parcel.items.map(({ name, quantity, size, color }) => {
    const kind = [size, color].filter(Boolean).join(', ')
    return `${quantity} x ${name}${kind ? ` (${kind})` : ''}`
  })
  return {
    orderRefNumber: parcel.number,
    orderType: 'Normal',
    cityName: city,
    customerName: addressLine(parcel.address, 'name') || 'Customer',
    customerPhone: phone,
    deliveryAddress: [addressLine(parcel.address, 'street'), addressLine(parcel.address, 'town')]
      .filter(Boolean)
      .join(', '),
    invoicePayment: parcel.toCollect / 100,
    invoiceDivision: 1,
    items: parcel.items.reduce((sum, { quantity }) => sum + quantity, 0),
    orderDetail: cutText(contents.join('; '), 250),
    transactionNotes: cutText(oneSpace(parcel.notes ?? ''), 200),
    pickupAddressCode: pickup,
  }
}

/** What PostEx's codes mean. */
const CODES: Record<string, ParcelState> = {
  '0001': 'booked',
  '0002': 'returned',
  '0003': 'moving',
  '0004': 'moving',
  '0005': 'delivered',
  '0006': 'returned',
  '0007': 'returned',
  '0008': 'moving',
  '0013': 'moving',
  '0040': 'returning',
}

/** What its words mean: the first row that has words which are all there. */
const WORDS: readonly (readonly [RegExp[], ParcelState])[] = [
  [[/cancel|expired/], 'cancelled'],
  [[/returned/], 'returned'],
  [[/return/], 'returning'],
  [[/^delivered/], 'delivered'],
  [[/review|out for delivery|attempt|transit|route|picked|departed|verification/], 'moving'],
  [[/postex/, /warehouse/], 'moving'],
  [[/booked|warehouse/], 'booked'],
]

function stateOfWords(text: string): ParcelState | null {
  const words = text.trim().toLowerCase()
  return WORDS.find(([patterns]) => patterns.every((pattern) => pattern.test(words)))?.[1] ?? null
}

/** Returns where a parcel is. The history may come in either order; without times, its last step is the latest. */
export function whereaboutsOf({ trackingNumber, transactionStatus, transactionStatusHistory }: Tracked): Whereabouts {
  const latest = (transactionStatusHistory ?? []).reduce<
    NonNullable<Tracked['transactionStatusHistory']>[number] | null
  >((best, step) => (best !== null && step.updatedAt < best.updatedAt ? best : step), null)
  const told = latest?.transactionStatusMessage || transactionStatus
  const byCode = latest
    ? (CODES[latest.transactionStatusMessageCode] ?? stateOfWords(latest.transactionStatusMessage))
    : null
  const state =
    stateOfWords(transactionStatus) === 'cancelled' ? 'cancelled' : (byCode ?? stateOfWords(transactionStatus))
  return { tracking: trackingNumber, state, words: cutText(told, 200) }
}

/** Returns the number of the latest parcel with this reference that isn't cancelled, or null. */
export function foundIn(parcels: readonly Tracked[], reference: string): string | null {
  const own = parcels.filter((row) => row.orderRefNumber === reference && whereaboutsOf(row).state !== 'cancelled')
  return own.at(-1)?.trackingNumber ?? null
}
