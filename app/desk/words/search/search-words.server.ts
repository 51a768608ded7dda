import { z } from 'zod'
import type { Result } from '~/platform/result'
import { change, type Desk, read } from '../../database.server'
import type { SynonymForm } from './synonym.schema'

const wordsSchema = z.object({
  synonyms: z.array(z.object({ word: z.string(), meanings: z.array(z.string()) })),
  /** The sizes and materials of products, which are found by their own names. */
  attributes: z.array(
    z.object({ kind: z.enum(['sizes', 'brand_sizes', 'cup_sizes', 'materials']), values: z.array(z.string()) }),
  ),
})
/** The words of the search. */
export type SearchWords = z.infer<typeof wordsSchema>

const triedSchema = z.object({
  total: z.number(),
  /** The corrected search, if a word was misspelt. */
  searched_for: z.string().nullable(),
  /** The first ones, as in the shop. */
  products: z.array(z.object({ id: z.guid(), name: z.string() })),
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
/** What a search finds now. */
export type TriedSearch = z.infer<typeof triedSchema>

/** Returns all synonyms, and the sizes and materials that are found by their names. */
export function listSearchWords({ db }: Desk): Promise<SearchWords> {
  return read(db, 'desk_search_words', {}, wordsSchema)
}

/** Returns what a search finds now, past the shop's caches. */
export function trySearch({ db }: Desk, term: string): Promise<TriedSearch> {
  return read(db, 'desk_try_search', { p_term: term }, triedSchema)
}

/** Saves what a word means; without meanings it is removed. Refuses in words for the operator. */
export function saveSynonyms({ db }: Desk, { word, was, meanings }: SynonymForm): Promise<Result<null, string>> {
  return change(db, 'desk_save_synonyms', { p_word: word, p_was: was, p_meanings: meanings })
}
