import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { atDesk, make, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { CODE, line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { ListPage } from '../list/list-page'
import { Tabs } from '../list/filters'
import { listAddress, listUrl } from '../list/list-address'
import { periodWords } from '../form/local-time'
import { Cell, Table } from '../list/table'
import { listCategories } from '../words/categories/categories.server'
import { limitWords, promoFields, PROMO_STATES, promoState, usesWords, valueWords } from './promo-fields'
import { newPromoSchema } from './promo.schema'
import { listPromos, type DeskPromo } from './promos.server'

export const { handle, meta } = deskPage('Promo codes')

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, page } = listAddress(request)
  const state = promoState(parameters.get('state'))
  const [promos, categories] = await Promise.all([listPromos(operator, state, page), listCategories(operator)])
  return { state, categories, ...promos }
})

export const action = atDesk(async ({ db, context }) => {
  return submit(
    context,
    newPromoSchema,
    ({ code, ...promo }) => make(db, 'desk_create_promo_code', { code, promo }),
    (_form, id) => [`/desk/promo-codes/${id}`, 'This is the new promo code.'],
  )
})

const CODE_HINT = 'Shoppers may type it in small letters. It can’t be changed later.'

export default function PromoCodes() {
  const { state, categories, rows, total } = useLoaderData<typeof loader>()
  const urlOf = (one: string | null) => listUrl('/desk/promo-codes', { state: one })
  const tabs = [
    [urlOf(null), 'All'] as const,
    ...Object.entries(PROMO_STATES).map(([one, { label }]) => [urlOf(one), label] as const),
  ]
  return (
    <ListPage
      title="Promo codes"
      beside={
        <a className="button desk-small" href="#new-promo">
          New promo code
        </a>
      }
      above={<Tabs name="States" tabs={tabs} shown={urlOf(state)} />}
      rows={rows}
      total={total}
      noun={['promo code']}
      below={
        <EditForm
          id="new-promo"
          name="New promo code"
          schema={newPromoSchema}
          action="/desk/promo-codes"
          fields={[
            line('code', 'Code', '', { ...CODE, hint: CODE_HINT, autoCapitalize: 'characters', spellCheck: false }),
            promoFields(categories),
          ]}
          button="Add the promo code"
        />
      }
    >
      <PromoTable rows={rows} />
    </ListPage>
  )
}

function PromoTable({ rows }: { rows: readonly DeskPromo[] }) {
  const money = (paisa: number) => <span className="unbroken">{formatMoney(paisa)}</span>
  return (
    <Table
      name="Promo codes"
      rows={rows}
      columns={{
        Code: ({ id, code, state, starts_at: from, ends_at: until }) => (
          <Cell more={[periodWords(from, until) ?? 'always']}>
            <a className="link" href={`/desk/promo-codes/${id}`}>
              <bdi dir="ltr">{code}</bdi>
            </a>{' '}
            <span className={PROMO_STATES[state].badge}>{PROMO_STATES[state].label}</span>
          </Cell>
        ),
        Gives: (row) => (
          <Cell more={[row.minimum_total > 0 && <>from {money(row.minimum_total)}</>, ...limitWords(row)]}>
            <span className="unbroken">{valueWords(row)}</span>
          </Cell>
        ),
        Uses: (row) => <Cell more={[row.taken_off > 0 && <>{money(row.taken_off)} off</>]}>{usesWords(row)}</Cell>,
      }}
    />
  )
}
