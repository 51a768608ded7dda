import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { toRupees } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { listCountries, saveCountry, type DeskCountry } from './delivery-terms.server'
import { deliverySchema } from './delivery.schema'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Delivery', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const filter = { who: '', kind: 'delivery', subject: '', before: null }
  return { countries: await listCountries(operator), changes: await listChanges(operator, filter) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, deliverySchema)
  if (!form.ok) return invalid(form)
  const result = await saveCountry(operator, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success('/desk/delivery', `Saved: delivery to ${form.value.country}.`)
}

export default function Delivery() {
  const { countries, changes } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  return (
    <>
      <h1>Delivery</h1>
      {countries.map((one) => (
        <Country
          key={one.country}
          given={one}
          reply={reply?.initialValue?.country === one.country ? reply : undefined}
        />
      ))}
      <Changes changes={changes} />
    </>
  )
}

function Country({ given, reply }: { given: DeskCountry; reply: SubmissionResult | undefined }) {
  const { country, version, is_served: isServed, fee, free_from: freeFrom } = given
  const form = useShopForm(`delivery-${country}`, deliverySchema, reply)
  const rupees = { inputMode: 'decimal', dir: 'ltr', autoComplete: 'off' } as const
  const days = { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off' } as const
  return (
    <form className="panel stack" {...form.props} aria-labelledby={`title-${country}`}>
      <h2 id={`title-${country}`}>{country}</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="country" value={country} />
      <input type="hidden" name="version" value={version} />
      <label className="check">
        <input
          type="checkbox"
          name="is_served"
          defaultChecked={reply ? reply.initialValue?.is_served === 'on' : isServed}
        />{' '}
        We deliver there
      </label>
      <div className="desk-filters">
        <Field field={form.field('fee')} label="Price in rupees" defaultValue={toRupees(fee)} {...rupees} />
        <Field
          field={form.field('free_from')}
          label="Free from, in rupees"
          defaultValue={freeFrom === null ? '' : toRupees(freeFrom)}
          {...rupees}
        />
        <Field field={form.field('first_day')} label="From business day" defaultValue={given.first_day} {...days} />
        <Field field={form.field('last_day')} label="To business day" defaultValue={given.last_day} {...days} />
      </div>
      <p>
        <button className="button">Save</button>
      </p>
    </form>
  )
}
