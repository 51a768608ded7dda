import { useLoaderData } from '@remix-run/react'
import { atDesk, change, byIntent, submit } from '../../desk.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { deskPage } from '../../desk-page'
import { useReply } from '../../form/posted-form'
import { searchWords } from '../../list/list-address'
import { typedText, SideBySide } from '../../form/side-by-side'
import { AttributeWords, SynonymTable } from './search-tables'
import { SearchTrial } from './search-trial'
import { listSearchWords, trySearch } from './search-words.server'
import { synonymSchema, wordRemovalSchema } from './synonym.schema'
import { area, line } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { TextLink } from '../../list/table'

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
