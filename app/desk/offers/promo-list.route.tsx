import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { NewPromoForm } from './promo-form'
import { PROMO_STATES, promoState, type PromoState } from './promo-states'
import { PromoTable } from './promo-table'
import { newPromoSchema } from './promo.schema'
import { createPromo, listPromos, PROMOS_PER_PAGE } from './promos.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Promo codes', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const [state, page] = [promoState(searchParams.get('state')), pageNumber(searchParams)]
  return { state, page, ...(await listPromos(operator, state, page)) }
}

/** Makes a promo code, and redirects to its page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, newPromoSchema)
  if (!form.ok) return invalid(form)
  const made = await createPromo(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/promo-codes/${made.value}`, 'This is the new promo code.')
}

const urlOf = (state: PromoState | null, page = 1) =>
  `/desk/promo-codes?${new URLSearchParams({ ...(state ? { state } : {}), ...(page > 1 ? { page: String(page) } : {}) })}`

export default function PromoCodes() {
  const { state, page, rows, total } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Promo codes</h1>
      <p>
        <a className="link" href="#new-promo">
          New promo code
        </a>
      </p>
      <nav className="desk-buttons" aria-label="States">
        {[null, ...(Object.keys(PROMO_STATES) as PromoState[])].map((one) => (
          <a
            key={one}
            className="button button-outline"
            href={urlOf(one)}
            aria-current={one === state ? 'page' : undefined}
          >
            {one ? PROMO_STATES[one] : 'All'}
          </a>
        ))}
      </nav>
      <p role="status">{total === 1 ? '1 promo code' : `${total} promo codes`}</p>
      {rows.length > 0 ? <PromoTable rows={rows} /> : <p className="muted">Nothing here.</p>}
      <Pages page={page} last={Math.ceil(total / PROMOS_PER_PAGE)} urlOf={(other) => urlOf(state, other)} />
      <NewPromoForm reply={usePostedForm(useActionData<typeof action>()?.form)} />
    </>
  )
}
