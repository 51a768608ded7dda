import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { ChangeList } from '../../audit/change-list'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { typedText } from '../../side-by-side'
import { AttributeWords, SynonymTable } from './search-tables'
import { changeWords } from './search-actions.server'
import { SearchTrial } from './search-trial'
import { listSearchWords, trySearch } from './search-words.server'
import { SynonymForm } from './synonym-form'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Search', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const read = (name: string) => (searchParams.get(name) ?? '').replaceAll('\u0000', '').trim().slice(0, 100)
  const [words, tried, changes] = await Promise.all([
    listSearchWords(operator),
    read('try') ? trySearch(operator, read('try')) : null,
    listChanges(operator, { who: '', kind: 'search', subject: '', before: null }),
  ])
  return { ...words, term: read('try'), tried, chosen: read('word'), changes }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return changeWords(context, await requireOperator(context, request))
}

export default function DeskSearchWords() {
  const { synonyms, attributes, term, tried, chosen, changes } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  // A new word that somebody else has made meanwhile is shown with what it means now.
  const asked = reply ? typedText(reply, 'word').trim().toLowerCase() : chosen
  return (
    <>
      <h1>Search</h1>
      <SearchTrial term={term} tried={tried} />
      <SynonymForm synonym={synonyms.find(({ word }) => word === asked)} reply={reply} />
      <SynonymTable synonyms={synonyms} />
      <AttributeWords attributes={attributes} />
      <section className="panel" aria-labelledby="changes">
        <h2 id="changes">Changes at the desk</h2>
        <ChangeList changes={changes} withSubject />
      </section>
    </>
  )
}
