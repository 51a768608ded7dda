import { freeText } from '~/ui/free-text'
import type { TriedSearch } from './search-words.server'

interface SearchTrialProps {
  term: string
  /** Null before a search was tried. */
  tried: TriedSearch | null
}

/** Tries a search out: what the shop understands, and what it finds. */
export function SearchTrial({ term, tried }: SearchTrialProps) {
  return (
    <section className="panel stack" aria-labelledby="try-title">
      <h2 id="try-title">What a search finds</h2>
      <form className="desk-filters" action="/desk/search" role="search">
        <div className="field">
          <label htmlFor="try">Words that shoppers type</label>
          <input id="try" name="try" type="search" dir="auto" maxLength={100} defaultValue={term} />
        </div>
        <button className="button">Try it</button>
      </form>
      {tried ? <Found tried={tried} /> : null}
    </section>
  )
}

function Found({ tried: { total, searched_for: corrected, products, words } }: { tried: TriedSearch }) {
  return (
    <>
      <p>
        <b>{total === 1 ? '1 product' : `${total} products`}</b>
        {corrected ? (
          <>
            {' '}
            for <bdi>‘{corrected}’</bdi>, since nothing has all the words
          </>
        ) : null}
      </p>
      <ul>
        {words.map(({ word, meanings, attributes, colors }) => (
          <li key={word}>
            <bdi>‘{word}’</bdi>{' '}
            <span className="muted small" dir="auto">
              {[
                ...(meanings.length > 0 ? [`also means ${meanings.join(', ')}`] : []),
                ...(colors.length > 0 ? [`is the colour ${colors.join(', ')}`] : []),
                ...(attributes.length > 0 ? [`is a size or material: ${attributes.join(', ')}`] : []),
              ].join('; ') || 'has no meaning of its own: it is looked for in names, categories and descriptions'}
            </span>
          </li>
        ))}
      </ul>
      <ol>
        {products.map(({ id, name }) => (
          <li key={id}>
            <a className="link" href={`/desk/products/${id}`} {...freeText(name)}>
              {name}
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
