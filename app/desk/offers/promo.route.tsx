import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { isId } from '../catalogue/product-query'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { periodWords } from '../period-words'
import { changePromo } from './promo-actions.server'
import { PromoForm } from './promo-form'
import { PROMO_STATES } from './promo-states'
import { usesWords, valueWords } from './promo-words'
import { readPromo, type DeskPromo } from './promos.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Promo code', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const promo = isId(params.id) ? await readPromo(operator, params.id) : null
  if (!promo) throw new Response(null, { status: 404 })
  const filter = { who: '', kind: 'promo_code', subject: promo.id, before: null }
  return { promo, changes: await listChanges(operator, filter) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  return changePromo(context, operator, params.id)
}

export default function DeskPromoPage() {
  const { promo, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="order-head">
        <h1>
          <bdi dir="ltr">{promo.code}</bdi>
        </h1>
        <span className="muted">{PROMO_STATES[promo.state]}</span>
      </div>
      <dl className="desk-totals">
        <div>
          <dt>Uses</dt>
          <dd>{usesWords(promo)}</dd>
        </div>
        <div>
          <dt>Taken off orders</dt>
          <dd>{formatMoney(promo.taken_off)}</dd>
        </div>
      </dl>
      <p className="muted">
        Takes {valueWords(promo)} off, {periodWords(promo.starts_at, promo.ends_at) ?? 'always'}. Cancelled orders don’t
        count.
      </p>
      <EndForms promo={promo} />
      <PromoForm promo={promo} reply={usePostedForm(useActionData<typeof action>()?.form)} />
      <Changes changes={changes} />
    </>
  )
}

/** Ends the promo code, or removes it while no order names it. */
function EndForms({ promo: { version, state, is_used: isUsed } }: { promo: DeskPromo }) {
  if (state === 'ended' && isUsed) return null
  return (
    <form method="post" className="desk-buttons" aria-label="End">
      <input type="hidden" name="version" value={version} />
      {state === 'ended' ? null : (
        <button className="button button-outline" name="intent" value="end">
          End it now
        </button>
      )}
      {isUsed ? null : (
        <button className="button button-outline" name="intent" value="remove">
          Remove it
        </button>
      )}
    </form>
  )
}
