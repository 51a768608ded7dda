import { counted } from '~/platform/text'
import { Filters, SearchField } from '../../list/filters'
import { TextLink } from '../../list/table'
import type { TriedSearch } from './search-words.server'
import { Panel } from '../../panel'

/** Tries a search out: what the shop understands, and what it finds. `tried` is null before. */
export function SearchTrial({ term, tried }: { term: string; tried: TriedSearch | null }) {
  return (
    <Panel id="try-title" title="What a search finds">
      <Filters action="/desk/search" button="Try it">
        <SearchField name="try" label="Words that shoppers type" value={term} />
      </Filters>
      {tried ? <Found tried={tried} /> : null}
    </Panel>
  )
}

function Found({ tried: { total, searched_for: corrected, products, words } }: { tried: TriedSearch }) {
  return (
    <>
      <p>
        <b>
          {products.length < total ? `The first ${products.length} of ` : ''}
          {counted(total, 'product')}
        </b>
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
      <ol className="desk-index">
        {products.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={`/desk/products/${id}`} text={name} />
          </li>
        ))}
      </ol>
    </>
  )
}
