import type { z } from 'zod'
import type { Settings } from '~/platform/env.server'
import { askServer, type Answer } from '~/platform/ask-server.server'
import { cutText } from '~/platform/text'
import { DAY, HOUR, dateInPakistan } from '~/platform/time'
import type { Courier, NotDone, Parcel } from './courier'
import {
  bookedSchema,
  bookingOf,
  citiesSchema,
  cityOf,
  envelopeSchema,
  foundIn,
  localPhone,
  parcelsSchema,
  whereaboutsOf,
} from './postex'

const HOST = 'https://api.postex.pk'
const PATH = '/services/integration/api/order'
/** The longest JSON is a list of parcels with their histories. In memory it takes many times as much. */
const MAX_JSON_BYTES = 2 * 2 ** 20
const MAX_FILE_BYTES = 8 * 2 ** 20

/** Statuses after which the same request may do: the token, the rate, the time. */
const PASSING = new Set([401, 403, 408, 429])

interface Asked {
  method?: 'GET' | 'POST' | 'PUT'
  query?: Record<string, string>
  body?: unknown
  types?: readonly string[]
  maxBytes?: number
}
type Told = { outcome: 'done'; dist: unknown } | NotDone

const unknown = (problem: string): NotDone => ({ outcome: 'unknown', problem })

/** Returns what a text says as JSON, or null if it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** PostEx, by its merchant API (decision 172). */
export class PostEx implements Courier {
  #host: string
  #token: string
  #pickup: string
  /** The cities that it delivered to lately. */
  #cities: { known: string[]; until: number } | null = null

  constructor(settings: Pick<Settings, 'POSTEX_URL' | 'POSTEX_TOKEN' | 'POSTEX_PICKUP_ADDRESS'>) {
    this.#host = settings.POSTEX_URL ?? HOST
    this.#token = settings.POSTEX_TOKEN ?? ''
    this.#pickup = settings.POSTEX_PICKUP_ADDRESS ?? ''
  }

  book: Courier['book'] = async (parcel: Parcel) => {
    const phone = localPhone(parcel.phone)
    if (!phone) return { outcome: 'refused', problem: 'PostEx needs a mobile number of Pakistan.' }
    // Without the list, PostEx itself decides about the city.
    const cities = await this.cities().catch(() => null)
    const city = cities ? cityOf(cities, parcel.city) : parcel.city
    if (!city) return { outcome: 'refused', problem: `PostEx doesn’t deliver to “${parcel.city}”.` }
    const told = await this.#ask('v3/create-order', {
      method: 'POST',
      body: bookingOf(parcel, { city, phone, pickup: this.#pickup }),
    })
    if (told.outcome !== 'done') return told
    const booked = bookedSchema.safeParse(told.dist)
    return booked.success
      ? { outcome: 'booked', tracking: booked.data.trackingNumber }
      : { outcome: 'unknown', problem: 'PostEx gave no tracking number.' }
  }

  /** Looks among all parcels and among those that aren't picked up, since PostEx has no look-up by reference. */
  find: Courier['find'] = async (number, since) => {
    const [from, to] = [dateInPakistan(new Date(since.getTime() - DAY)), dateInPakistan(new Date())]
    const days = { startDate: from, endDate: to }
    // The guide and public code spell the parameters differently; what it doesn't know it ignores.
    const all = { ...days, fromDate: from, toDate: to, orderStatusID: '0', orderStatusId: '0' }
    const rows = [
      ...(await this.#read('v2/get-unbooked-orders', days, parcelsSchema)),
      ...(await this.#read('v1/get-all-order', all, parcelsSchema)),
    ]
    return foundIn(rows, number)
  }

  cancel: Courier['cancel'] = async (trackingNumber) => {
    const told = await this.#ask('v1/cancel-order', { method: 'PUT', body: { trackingNumber } })
    return told.outcome === 'done' ? { outcome: 'cancelled' } : told
  }

  track: Courier['track'] = async (numbers) => {
    const rows = await this.#read('v1/track-bulk-order', { TrackingNumbers: numbers.join(',') }, parcelsSchema)
    return rows.map(whereaboutsOf)
  }

  bills: Courier['bills'] = async (numbers) => {
    const { status, ok, bytes } = await this.#send('v1/get-invoice', {
      query: { trackingNumbers: numbers.join(',') },
      types: ['application/pdf'],
      maxBytes: MAX_FILE_BYTES,
    })
    // For numbers that it doesn't know it responds 200 with JSON.
    if (!ok || bytes === null) throw new Error(`PostEx gave no airway bills: ${status}`)
    return bytes
  }

  cities: Courier['cities'] = async () => {
    if (this.#cities && this.#cities.until > performance.now()) return this.#cities.known
    const known = await this.#read('v2/get-operational-city', {}, citiesSchema)
    this.#cities = { known, until: performance.now() + HOUR }
    return known
  }

  async #read<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const told = await this.#ask(path, { query })
    if (told.outcome !== 'done') throw new Error(`${path}: ${told.problem}`)
    return schema.parse(told.dist)
  }

  #send(path: string, { method = 'GET', query = {}, body, ...bounds }: Asked): Promise<Answer> {
    return askServer(`${this.#host}${PATH}/${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { token: this.#token, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
      types: ['application/json'],
      maxBytes: MAX_JSON_BYTES,
      ...bounds,
    })
  }

  /** Asks, and tells apart what PostEx refused for certain. It responds 200 with a `statusCode`, which counts. */
  async #ask(path: string, asked: Asked): Promise<Told> {
    try {
      const response = await this.#send(path, asked)
      if (response.status === 401) return unknown('PostEx refuses the shop’s token.')
      const envelope = envelopeSchema.safeParse(jsonOf(response.text))
      if (!envelope.success) return unknown(`PostEx responded ${response.status} without saying what it did.`)
      const { statusCode, statusMessage, dist } = envelope.data
      const status = response.ok ? Number(statusCode) : response.status
      if (status === 200) return { outcome: 'done', dist }
      const problem = cutText(`PostEx: ${statusMessage || status}`, 300)
      const isCertain = status >= 400 && status < 500 && !PASSING.has(status)
      return { outcome: isCertain ? 'refused' : 'unknown', problem }
    } catch (error) {
      return unknown(`PostEx didn’t respond (${(error as Error).name}).`)
    }
  }
}
