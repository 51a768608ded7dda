import { useLoaderData } from '@remix-run/react'
import { words } from '../audit/value-words'
import { atDesk, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { LinkLine } from '../list/table'
import { listTexts, saveUrdu } from './translations.server'
import { UrduForm } from './urdu-form'
import { urduSchema } from './urdu.schema'
import { LISTS } from '../lists/lists'

export const { handle, meta } = deskPage('Urdu')

/** Texts that a page shows: of a row, fewer than a form may have; of a kind, those to translate next. */
const MOST = 190
const AT_ONCE = 50

export const loader = atDesk(async ({ operator, params: { kind = '', owner } }) => {
  const texts = await listTexts(
    operator,
    owner ? { kind, owner, most: MOST } : { kind, is_missing: true, most: AT_ONCE },
  )
  return { kind, owner, texts, page: rowPage(kind, owner) }
})

export const action = atDesk(async ({ operator, params: { kind = '', owner }, context }) =>
  submit(
    context,
    urduSchema,
    ({ seen, ...urdu }) => {
      const given = seen.map(({ key, label, ...text }) => ({ ...text, urdu: String(urdu[key] ?? ''), at: label }))
      return saveUrdu(operator, given, { kind, owner })
    },
    () => [rowPage(kind, owner), 'The Urdu is saved.'],
  ),
)

export default function UrduTexts() {
  const { kind, owner, texts, page } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{words(kind)}</h1>
      {owner === undefined ? (
        <p>{texts.length > 0 ? 'The first texts without Urdu.' : 'No text is without Urdu.'}</p>
      ) : (
        <LinkLine to={page} text="Its page at the desk" />
      )}
      <UrduForm kind={kind} owner={owner} texts={texts} />
    </>
  )
}

const PAGES: Record<string, string> = {
  product: '/desk/products',
  category: '/desk/categories',
  attribute: '/desk/attributes',
  sizes: '/desk/sizes',
  page: '/desk/texts/page',
  question: '/desk/texts/question',
  mail: '/desk/texts/mail',
}

function rowPage(kind: string, id: string | undefined): string {
  const list = LISTS[kind]
  if (list && !list.shown) return `/desk/settings/${kind}`
  return id === undefined ? `/desk/urdu/${kind}` : `${PAGES[kind] ?? `/desk/settings/${kind}`}/${id}`
}
