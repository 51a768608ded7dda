import { Table, TextLink } from '../../list/table'
import type { SearchWords } from './search-words.server'
import { Panel } from '../../panel'

/** The words with their meanings; a word leads to the form that changes it. */
export function SynonymTable({ synonyms }: Pick<SearchWords, 'synonyms'>) {
  if (synonyms.length === 0) return <p className="muted">There are no other words yet.</p>
  return (
    <Panel id="synonyms-title" title="Words and their meanings">
      <Table
        name="Other words"
        rows={synonyms}
        columns={{
          Word: ({ word }) => (
            <TextLink to={`/desk/search?${new URLSearchParams({ word })}#synonym-title`} text={word} />
          ),
          Means: ({ meanings }) => <span dir="auto">{meanings.join(', ')}</span>,
        }}
        isWide
      />
    </Panel>
  )
}

const KINDS = { sizes: 'Sizes', brand_sizes: 'Brand sizes', cup_sizes: 'Cups', materials: 'Materials' } as const

/** The sizes and materials that the search knows by itself. */
export function AttributeWords({ attributes }: Pick<SearchWords, 'attributes'>) {
  return (
    <Panel id="attributes-title" title="Found by their own names">
      <p className="muted small">
        Colours, and the sizes and materials that products have had. They come from the{' '}
        <a href="/desk/settings/color">colours</a> and the products; other words for them are added above.
      </p>
      <dl className="desk-unsaved">
        {attributes.map(({ kind, values }) => (
          <div key={kind}>
            <dt>{KINDS[kind]}</dt> <dd dir="auto">{values.join(', ') || '–'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
