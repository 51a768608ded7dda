import { cutText } from '~/platform/text'
import { useLoaderData } from '@remix-run/react'
import { readWhole } from '~/platform/whole-number'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { CHANGES_PER_PAGE, productNames, searchChanges } from './audit.server'
import { Filter } from '../list/filters'
import { LISTS } from '../lists/lists'
import { ChangeList } from './change-list'
import { words } from './value-words'

export const { handle, meta } = deskPage('Changes')

export const loader = atDesk(async ({ operator, request }) => {
  const { searchParams } = new URL(request.url)
  const read = (name: string) => cutText((searchParams.get(name) ?? '').trim(), 254)
  const before = readWhole(read('before')) || null
  const filter = { who: read('who').toLowerCase(), kind: read('kind'), subject: read('subject') }
  const found = await searchChanges(operator, { ...filter, before })
  const changes = found.slice(0, CHANGES_PER_PAGE)
  const products = await productNames(operator, changes)
  return { filter, changes, products, hasMore: found.length > CHANGES_PER_PAGE }
})

const KINDS =
  'order refund return conversation contact product category attribute search sizes products promo_code page question mail review newsletter entries person'
    .split(' ')
    .concat(Object.keys(LISTS))

export default function Changes() {
  const { filter, changes, products, hasMore } = useLoaderData<typeof loader>()
  const next = new URLSearchParams({ ...filter, before: String(changes.at(-1)?.id ?? '') })
  return (
    <>
      <h1>Changes</h1>
      <form className="desk-filters">
        <div className="field">
          <label htmlFor="who">Who (e-mail)</label>
          <input id="who" name="who" defaultValue={filter.who} maxLength={254} autoCapitalize="none" />
        </div>
        <Filter
          name="kind"
          label="Of what"
          value={filter.kind}
          all="Everything"
          options={KINDS.map((kind) => [kind, words(kind)])}
        />
        <div className="field">
          <label htmlFor="subject">Number</label>
          <input id="subject" name="subject" defaultValue={filter.subject} maxLength={100} />
        </div>
        <button className="button button-outline">Show</button>
      </form>
      <ChangeList changes={changes} withSubject products={products} />
      {hasMore ? (
        <p>
          <a href={`/desk/audit?${next}`}>Earlier changes</a>
        </p>
      ) : null}
    </>
  )
}
