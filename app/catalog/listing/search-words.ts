import { plainText } from '~/platform/text'
import type { ListingQuery } from './listing-query'

/** What a search says besides the words to look for, in rupees; null without a bound. */
export interface PricedSearch {
  search: string
  minPrice: number | null
  maxPrice: number | null
}

/** A sum in a text that has one space between words. Smaller numbers than 100 are sizes. */
const SUM = String.raw`(?:rs\.?|pkr|روپے)? ?(\d{3,7}|\d{1,3}(?:,\d{3}){1,2}|\d{1,3}k)(?![\w-])(?: ?(?:rs\.?|pkr|rupees|rupay|روپے))?`

/** Bounds of a price in English, Roman Urdu and Urdu. */
export const BOUNDS: [bound: 'minPrice' | 'maxPrice', words: RegExp][] = [
  ['maxPrice', new RegExp(String.raw`(?:^| )(?:under|below|less than|up ?to|max(?:imum)?|within) ${SUM}`, 'i')],
  ['maxPrice', new RegExp(String.raw`(?:^| )${SUM} (?:se kam|tak|سے کم|تک)(?= |$)`, 'i')],
  ['minPrice', new RegExp(String.raw`(?:^| )(?:over|above|more than|from) ${SUM}`, 'i')],
  ['minPrice', new RegExp(String.raw`(?:^| )${SUM} (?:se (?:zyada|ziada|upar)|سے (?:زیادہ|اوپر))(?= |$)`, 'i')],
]

/** Takes the bounds of a price out of a search: 'bra under 2000'. A search in quotation marks stays as it is. */
export function readPricedSearch(typed: string): PricedSearch {
  const found: PricedSearch = { search: typed, minPrice: null, maxPrice: null }
  if (typed.startsWith('"')) return found
  for (const [bound, words] of BOUNDS) {
    const text = plainText(found.search).replace(/\s+/g, ' ')
    const match = words.exec(text)
    if (!match || found[bound] !== null) continue
    const sum = (match[1] ?? '').replaceAll(',', '')
    found[bound] = /k$/i.test(sum) ? Number(sum.slice(0, -1)) * 1000 : Number(sum)
    found.search = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim()
  }
  return found
}

/** Makes the bounds of a price in a listing's search its filters, unless those are set. */
export function withPricesInSearch(query: ListingQuery): ListingQuery {
  const { search, minPrice, maxPrice } = readPricedSearch(query.search)
  return { ...query, search, minPrice: query.minPrice ?? minPrice, maxPrice: query.maxPrice ?? maxPrice }
}

/** What a search is about if it isn't about products. */
export type HelpTopic = { about: 'order'; number: string } | { about: 'returns' | 'tracking' | 'delivery' }

/** ORD-{timestamp}-{0-999}, with or without its first part. */
const ORDER_NUMBER = /(?:^|\s)#?((?:ord[-\s]?)?\d{12,14}[-\s]\d{1,3})(?=\s|$)/i

export const TOPICS: [about: 'returns' | 'tracking' | 'delivery', words: RegExp][] = [
  ['returns', wordsOf('returns?|returning|refunds?|exchanges?|wapsi|wapas|واپسی|واپس|ریفنڈ|ایکسچینج|تبدیلی')],
  ['tracking', wordsOf('track|tracking|orders?|parcels?|ٹریکنگ|ٹریک|آرڈر|پارسل')],
  ['delivery', wordsOf('delivery|shipping|courier|ڈیلیوری|کوریئر')],
]

function wordsOf(words: string): RegExp {
  return new RegExp(String.raw`(?:^|[^\p{L}\d])(?:${words})(?![\p{L}\d])`, 'iu')
}

/** Returns what a search asks the help for, or null. */
export function helpTopicOf(search: string): HelpTopic | null {
  const number = ORDER_NUMBER.exec(plainText(search))?.[1]
  if (number) return { about: 'order', number: `ORD-${number.replace(/^ord[-\s]?/i, '').replace(/\s/, '-')}` }
  const about = TOPICS.find(([, words]) => words.test(search))?.[0]
  return about ? { about } : null
}
