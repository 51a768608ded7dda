import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { change } from '../../database.server'
import { deskPage } from '../../desk-page'
import { byIntent, submit } from '../../form/form-actions.server'
import { useReply } from '../../form/posted-form'
import { searchWords } from '../../list/list-address'
import { typedText } from '../../form/side-by-side'
import { AttributeWords, SynonymTable } from './search-tables'
import { SearchTrial } from './search-trial'
import { listSearchWords, trySearch } from './search-words.server'
import { SynonymForm } from './synonym-form'
import { synonymSchema, wordRemovalSchema } from './synonym.schema'

export const { handle, meta } = deskPage('Search')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const [term, chosen] = [searchWords(searchParams, 'try'), searchWords(searchParams, 'word')]
  const [words, tried, changes] = await Promise.all([
    listSearchWords(operator),
    term ? trySearch(operator, term) : null,
    listChanges(operator, 'search'),
  ])
  return { ...words, term, tried, chosen, changes }
}

/** Saves what a word means, or removes it: without meanings it is none. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const save = ({ word, was, meanings = [] }: { word: string; was: string[]; meanings?: string[] }) =>
    change(db, 'desk_save_synonyms', { p_word: word, p_was: was, p_meanings: meanings })
  return byIntent(context, '/desk/search', {
    save: () =>
      submit(context, synonymSchema, save, ({ word }) => [
        `/desk/search?${new URLSearchParams({ try: word })}`,
        `‘${word}’ is saved. This is what it finds now.`,
      ]),
    remove: () => submit(context, wordRemovalSchema, save, ({ word }) => ['/desk/search', `‘${word}’ is removed.`]),
  })
}

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
