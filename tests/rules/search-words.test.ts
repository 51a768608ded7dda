import { expect, test } from 'vitest'
import { helpTopicOf, readPricedSearch } from '../../app/catalog/listing/search-words.ts'

const said = (typed: string) => {
  const { search, minPrice, maxPrice } = readPricedSearch(typed)
  return [search, minPrice, maxPrice]
}

test('a price in a search is a bound, in English, Roman Urdu and Urdu', () => {
  expect(said('bra under 2000')).toEqual(['bra', null, 2000])
  expect(said('Below Rs. 1,500 lace bra')).toEqual(['lace bra', null, 1500])
  expect(said('less than 2k nightgown')).toEqual(['nightgown', null, 2000])
  expect(said('bra 2000 se kam')).toEqual(['bra', null, 2000])
  expect(said('برا ۲۰۰۰ روپے سے کم')).toEqual(['برا', null, 2000])
  expect(said('bra over 1000 under 2000 rs')).toEqual(['bra', 1000, 2000])
  expect(said('under 999')).toEqual(['', null, 999])
})

test('a search without a price stays as it is, also with a size, a number of its own or quotation marks', () => {
  for (const typed of ['bra 34b', 'bra under 34b', 'under 34', 'under wire bra', 'bra 2000', '"bra under 2000"', ''])
    expect(said(typed)).toEqual([typed, null, null])
})

test('an order number and words about orders lead to the help, other searches don’t', () => {
  const number = 'ORD-1764420000000-12'
  for (const typed of [number, number.toLowerCase(), `#${number}`, 'order ord 1764420000000-12', '1764420000000-12'])
    expect(helpTopicOf(typed)).toEqual({ about: 'order', number })
  for (const typed of ['return', 'Exchange size', 'wapsi', 'واپسی'])
    expect(helpTopicOf(typed)).toEqual({ about: 'returns' })
  for (const typed of ['my order', 'track', 'پارسل']) expect(helpTopicOf(typed)).toEqual({ about: 'tracking' })
  expect(helpTopicOf('delivery charges')).toEqual({ about: 'delivery' })
  for (const typed of ['bra', 'border lace', 'tracksuit', '34b', '2000', '']) expect(helpTopicOf(typed)).toBeNull()
})
