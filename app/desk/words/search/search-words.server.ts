import { z } from 'zod'
import { parseListingQuery } from '~/catalog/listing/listing-query'
import { helpTopicOf, withPricesInSearch } from '~/catalog/listing/search-words'
import { type Desk, read } from '../../desk.server'
import { ids, texts } from '../../rows'

const wordsSchema = z.object({
  synonyms: z.array(z.object({ word: z.string(), meanings: z.array(z.string()) })),
  /** The sizes and materials of products, which are found by their own names. */
  attributes: z.array(
    z.object({ kind: z.enum(['sizes', 'brand_sizes', 'cup_sizes', 'materials']), values: z.array(z.string()) }),
  ),
})
export type SearchWords = z.infer<typeof wordsSchema>

const triedSchema = z.object({
  total: z.number(),
  /** The corrected search, if a word was misspelt. */
  searched_for: z.string().nullable(),
  /** The first ones, as in the shop. */
  products: z.array(z.object({ ...ids('id'), ...texts('name') })),
  /** The words of the search, each with what it stands for. */
  words: z.array(
    z.object({
      word: z.string(),
      meanings: z.array(z.string()),
      attributes: z.array(z.string()),
      colors: z.array(z.string()),
    }),
  ),
})
export type TriedSearch = Awaited<ReturnType<typeof trySearch>>

/** Returns all synonyms, and the sizes and materials that are found by their names. */
export const listSearchWords = ({ db }: Desk) => read(db, 'desk_search_words', {}, wordsSchema)

/** Returns what a search finds now, past the shop's caches, and the prices and the help that the listing reads in it. */
export async function trySearch({ db }: Desk, typed: string) {
  const query = withPricesInSearch(parseListingQuery(new URLSearchParams({ search: typed })))
  const { search: term, minPrice, maxPrice } = query
  const prices = { min_price: minPrice, max_price: maxPrice }
  const found = await read(db, 'desk_try_search', { term, ...prices }, triedSchema)
  return { ...found, minPrice, maxPrice, help: helpTopicOf(term) }
}
