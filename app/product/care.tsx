import { nameOf } from '~/language/names'
import { RowText } from '~/ui/free-text'

/** The symbols of public/care.svg (ISO 3758) by the words for them, as operators write them; the first whose words are all there is meant. */
const SYMBOLS: readonly (readonly [words: readonly string[], symbol: string])[] = [
  [['tumble'], 'tumble'],
  [['dry', 'clean'], 'clean'],
  [['bleach'], 'bleach'],
  [['cool', 'iron'], 'cool-iron'],
  [['low', 'iron'], 'cool-iron'],
  [['iron'], 'iron'],
  [['hand'], 'hand'],
  [['wash', '30'], 'wash-30'],
  [['wash', '40'], 'wash-40'],
  [['wash'], 'wash'],
]
const NOT = /\b(no|not|never|don[’']t)\b/i

/** Returns the symbols that are drawn over each other beside words such as 'Do not bleach'. */
export function careSymbols(words: string): string[] {
  const given = words.toLowerCase()
  const symbol = SYMBOLS.find(([known]) => known.every((word) => given.includes(word)))?.[1]
  if (symbol === undefined) return []
  return NOT.test(words) ? [symbol, 'not'] : [symbol]
}

export function Care({ values }: { values: readonly string[] }) {
  return values.map((words) => (
    <span key={words} className="care">
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        {careSymbols(words).map((symbol) => (
          <use key={symbol} href={`/care.svg#${symbol}`} />
        ))}
      </svg>{' '}
      <RowText text={nameOf('value', words)} />
    </span>
  ))
}
