import { useLoaderData } from '@remix-run/react'
import { atDesk, change, byIntent, submit } from '../../desk.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { deskPage } from '../../desk-page'
import { useReply } from '../../form/posted-form'
import { searchWords } from '../../list/list-address'
import { typedText, SideBySide } from '../../form/side-by-side'
import { listSearchWords, trySearch, type SearchWords, type TriedSearch } from './search-words.server'
import { synonymSchema, wordRemovalSchema } from './synonym.schema'
import { area, line } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { TextLink, Table } from '../../list/table'
import { Panel } from '../../panel'
import type { HelpTopic } from '~/catalog/listing/search-words'
import { counted } from '~/platform/text'
import { Filters, SearchField } from '../../list/filters'

export const { handle, meta } = deskPage('Search')

export const loader = atDesk(async ({ operator, request }) => {
  const { searchParams } = new URL(request.url)
  const [term, chosen] = [searchWords(searchParams, 'try'), searchWords(searchParams, 'word')]
  const [words, tried, changes] = await Promise.all([
    listSearchWords(operator),
    term ? trySearch(operator, term) : null,
    listChanges(operator, 'search'),
  ])
  return { ...words, term, tried, chosen, changes }
})

/** Saves what a word means, or removes it: without meanings it is none. */
export const action = atDesk(async ({ db, context }) => {
  const save = ({ word, was, meanings = [] }: { word: string; was: string[]; meanings?: string[] }) =>
    change(db, 'desk_save_synonyms', { word, was, meanings })
  return byIntent(context, '/desk/search', {
    save: () =>
      submit(context, synonymSchema, save, ({ word }) => [
        `/desk/search?${new URLSearchParams({ try: word })}`,
        `‘${word}’ is saved. This is what it finds now.`,
      ]),
    remove: () => submit(context, wordRemovalSchema, save, ({ word }) => ['/desk/search', `‘${word}’ is removed.`]),
  })
})

export default function SearchWords() {
  const { synonyms, attributes, term, tried, chosen, changes } = useLoaderData<typeof loader>()
  const reply = useReply()
  // A new word that somebody else has made meanwhile is shown with what it means now.
  const asked = reply ? typedText(reply, 'word').trim().toLowerCase() : chosen
  return (
    <>
      <h1>Search</h1>
      <SearchTrial term={term} tried={tried} />
      <SynonymForm synonym={synonyms.find(({ word }) => word === asked)} />
      <SynonymTable synonyms={synonyms} />
      <AttributeWords attributes={attributes} />
      <Changes changes={changes} withSubject />
    </>
  )
}

interface SynonymFormProps {
  /** The word to change; undefined for a new one. */
  synonym: { word: string; meanings: readonly string[] } | undefined
}

/** Adds a word of the search, or changes what it means. It has no version: `was` says what it meant. */
function SynonymForm({ synonym }: SynonymFormProps) {
  const reply = useReply()
  const now = synonym?.meanings.join('\n') ?? ''
  const isOutdated = reply !== undefined && typedText(reply, 'was') !== now
  return (
    <EditForm
      id="synonym"
      name={synonym ? `What ‘${synonym.word}’ means` : 'Another word'}
      schema={synonymSchema}
      action="/desk/search"
      intent="save"
      fields={[
        isOutdated ? (
          <SideBySide key="both" fields={[{ label: 'Means', typed: typedText(reply, 'meanings'), now }]} />
        ) : null,
        <input key="was" type="hidden" name="was" value={now} />,
        synonym ? (
          <input key="word" type="hidden" name="word" value={synonym.word} />
        ) : (
          line('word', 'Word that shoppers type, such as pajama', undefined, { autoCapitalize: 'none' })
        ),
        area('meanings', 'Words of the shop that it means, one or several in each line', now, 3),
      ]}
      button="Save the word"
      buttons={synonym && { remove: 'Remove the word' }}
      links={synonym ? <TextLink to="/desk/search" text="Another word instead" /> : null}
    />
  )
}

/** The words with their meanings; a word leads to the form that changes it. */
function SynonymTable({ synonyms }: Pick<SearchWords, 'synonyms'>) {
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
      />
    </Panel>
  )
}

const KINDS = { sizes: 'Sizes', brand_sizes: 'Brand sizes', cup_sizes: 'Cups', materials: 'Materials' } as const

function AttributeWords({ attributes }: Pick<SearchWords, 'attributes'>) {
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

/** Tries a search out: what the shop understands, and what it finds. `tried` is null before. */
function SearchTrial({ term, tried }: { term: string; tried: TriedSearch | null }) {
  return (
    <Panel id="try-title" title="What a search finds">
      <Filters action="/desk/search" button="Try it">
        <SearchField name="try" label="Words that shoppers type" value={term} />
      </Filters>
      {tried ? <Found tried={tried} /> : null}
    </Panel>
  )
}

const HELP = {
  order: 'tracking an order',
  tracking: 'tracking an order',
  delivery: 'delivery',
  returns: 'returns',
} satisfies Record<HelpTopic['about'], string>

/** Returns ' from 500 up to 2000 rupees' for the prices in a search. */
function pricesWords({ minPrice, maxPrice }: TriedSearch): string {
  const bounds = [minPrice === null ? '' : ` from ${minPrice}`, maxPrice === null ? '' : ` up to ${maxPrice}`].join('')
  return bounds && `${bounds} rupees`
}

function Found({ tried }: { tried: TriedSearch }) {
  const { total, searched_for: corrected, products, words, help } = tried
  return (
    <>
      {help ? <p>Shoppers are led to the help about {HELP[help.about]}.</p> : null}
      <p>
        <b>
          {products.length < total ? `The first ${products.length} of ` : ''}
          {counted(total, 'product')}
          {pricesWords(tried)}
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
