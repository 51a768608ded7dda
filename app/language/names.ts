import { currentLanguage } from './current'

/** The kinds of names that `urdu_words` returns. */
export type NameKind = 'color' | 'category' | 'attribute' | 'value' | 'answer' | 'question' | 'reply' | 'topic'
export type Names = Partial<Record<NameKind, Record<string, string>>>

/** The names in Urdu by their English: on the server all of the shop as they were read last, in the browser those of its areas. */
const known = new Map<string, Map<string, string>>()

/** Keeps names in Urdu: beside the others or, if they are all of the shop, in their place. */
export function keepNames(names: Names = {}, areAll = false): void {
  if (areAll) known.clear()
  for (const [kind, words] of Object.entries(names))
    known.set(kind, new Map([...(known.get(kind) ?? []), ...Object.entries(words)]))
}

/**
 * Returns a name as the page's language shows it. Names such as colours are in addresses, carts and orders, so they stay English until they
 * are shown (decision 190).
 */
export function nameOf(kind: NameKind, english: string): string {
  return (currentLanguage() === 'en' ? undefined : known.get(kind)?.get(english)) ?? english
}

/** Returns the comma of the page's language, and the space after it. */
export const comma = () => (currentLanguage() === 'ur' ? '، ' : ', ')

/** Returns words and numbers in a row. Leaves empty ones out. */
export function listed(words: readonly (string | number | false | null | undefined)[]): string {
  return words.filter(Boolean).join(comma())
}

/** Returns the names that an area's props contain, or undefined for none, as always in English. */
export function namesWithin(props: unknown): Names | undefined {
  if (currentLanguage() === 'en') return undefined
  const found: Names = {}
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) return Object.values(value).forEach(collect)
    if (typeof value !== 'string') return
    for (const [kind, words] of known) {
      const word = words.get(value)
      if (word !== undefined) found[kind as NameKind] = { ...found[kind as NameKind], [value]: word }
    }
  }
  collect(props)
  return Object.keys(found).length > 0 ? found : undefined
}
