import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { atDesk, change, byIntent, press, submit } from '../desk.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { deskPage, found, idOf } from '../desk-page'
import { ButtonForm } from '../form/button-form'
import { EditForm } from '../form/edit-form'
import { periodWords } from '../form/local-time'
import { Totals } from '../totals'
import { listCategories } from '../words/categories/categories.server'
import { limitWords, promoFields, PROMO_STATES, usesWords, valueWords } from './promo-fields'
import { promoSchema } from './promo.schema'
import { readPromo } from './promos.server'

export const { handle, meta } = deskPage('Promo code')

export const loader = atDesk(async ({ operator, params, context }) => {
  const promo = found(await readPromo(operator, idOf(params)))
  const [changes, categories] = await Promise.all([
    listChanges(operator, 'promo_code', promo.id),
    listCategories(operator),
  ])
  return { promo, changes, categories, link: `${context.settings.PUBLIC_URL}/code/${promo.code}` }
})

export const action = atDesk(async ({ db, params, context }) => {
  const id = idOf(params)
  const page = `/desk/promo-codes/${id}`
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        promoSchema,
        ({ version, ...promo }) => change(db, 'desk_save_promo_code', { id, version, promo }),
        () => [page, 'The promo code is saved.'],
      ),
    end: () =>
      press(context, page, (version) => change(db, 'desk_end_promo_code', { id, version }), [
        page,
        'The promo code has ended. Carts don’t take it any more.',
      ]),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_promo_code', { id, version }), [
        '/desk/promo-codes',
        'The promo code is removed.',
      ]),
  })
})

export default function PromoPage() {
  const { promo, changes, categories, link } = useLoaderData<typeof loader>()
  const { version, state, is_used: isUsed } = promo
  return (
    <>
      <div className="order-head">
        <h1>
          <bdi dir="ltr">{promo.code}</bdi>
        </h1>
        <span className={PROMO_STATES[state].badge}>{PROMO_STATES[state].label}</span>
      </div>
      <Totals totals={{ Uses: usesWords(promo), 'Taken off orders': formatMoney(promo.taken_off) }} />
      <p className="muted">
        {[valueWords(promo), ...limitWords(promo)].join(', ')}
        {promo.minimum_total > 0 ? ` goods from ${formatMoney(promo.minimum_total)}` : ''},{' '}
        {periodWords(promo.starts_at, promo.ends_at) ?? 'always'}. Cancelled orders don’t count.
      </p>
      <p>
        Its link, which puts it into a cart: <bdi dir="ltr">{link}</bdi>
      </p>
      <ButtonForm
        name="End"
        version={version}
        buttons={{ ...(state !== 'ended' && { end: 'End it now' }), ...(!isUsed && { remove: 'Remove it' }) }}
      />
      <EditForm
        id="promo"
        name="Promo code"
        schema={promoSchema}
        version={version}
        intent="save"
        fields={[promoFields(categories, promo)]}
        button="Save the promo code"
      />
      <Changes changes={changes} />
    </>
  )
}
