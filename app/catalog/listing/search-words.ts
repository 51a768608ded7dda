import { plainText } from '~/platform/text'

/** What a search says besides the words to look for, in rupees; null without a bound. */
export interface PricedSearch {
  search: string
  minPrice: number | null
  maxPrice: number | null
}

const SUM = String.raw`(?:rs\.?|pkr|روپے)?\s*(\d{3,7}|\d{1,3}(?:,\d{3})+|\d{1,3}k)(?![\w-])\s*(?:rs\.?|pkr|rupees|rupay|روپے)?`

/** Bounds of a price in English, Roman Urdu and Urdu. Smaller numbers than 100 are sizes. */
const BOUNDS: [bound: 'minPrice' | 'maxPrice', words: RegExp][] = [
  ['maxPrice', new RegExp(String.raw`(?:^|\s)(?:under|below|less\s+than|up\s?to|max(?:imum)?|within)\s+${SUM}`, 'i')],
  ['maxPrice', new RegExp(String.raw`(?:^|\s)${SUM}\s*(?:se\s+kam|tak|سے\s+کم|تک)(?=\s|$)`, 'i')],
  ['minPrice', new RegExp(String.raw`(?:^|\s)(?:over|above|more\s+than|from)\s+${SUM}`, 'i')],
  ['minPrice', new RegExp(String.raw`(?:^|\s)${SUM}\s*(?:se\s+(?:zyada|ziada|upar)|سے\s+(?:زیادہ|اوپر))(?=\s|$)`, 'i')],
]

/** Takes the bounds of a price out of a search: 'bra under 2000'. A search in quotation marks stays as it is. */
export function readPricedSearch(typed: string): PricedSearch {
  const found: PricedSearch = { search: typed, minPrice: null, maxPrice: null }
  if (typed.startsWith('"')) return found
  for (const [bound, words] of BOUNDS) {
    const text = plainText(found.search)
    const match = words.exec(text)
    if (!match || found[bound] !== null) continue
    const sum = (match[1] ?? '').replaceAll(',', '')
    found[bound] = /k$/i.test(sum) ? Number(sum.slice(0, -1)) * 1000 : Number(sum)
    const rest = found.search.slice(0, match.index) + ' ' + found.search.slice(match.index + match[0].length)
    found.search = rest.replace(/\s+/g, ' ').trim()
  }
  return found
}

/** What a search is about if it isn't about products. */
export type HelpTopic = { about: 'order'; number: string } | { about: 'returns' | 'tracking' | 'delivery' }

/** ORD-{timestamp}-{0-999}, with or without its first part. */
const ORDER_NUMBER = /(?:^|\s)#?((?:ord[-\s]?)?\d{12,14}[-\s]\d{1,3})(?=\s|$)/i

const TOPICS: [about: 'returns' | 'tracking' | 'delivery', words: RegExp][] = [
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
