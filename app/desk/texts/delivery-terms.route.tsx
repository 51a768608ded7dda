import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { change, read } from '../database.server'
import { deskPage } from '../desk-page'
import { line, rupees, tick, WHOLE } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { submit } from '../form/form-actions.server'
import { deliverySchema } from './delivery.schema'

export const { handle, meta } = deskPage('Delivery')

/** The terms of delivery to each country; amounts in paisa, days are business days. */
const countriesSchema = z.array(
  z.object({
    country: z.string(),
    version: z.number(),
    is_served: z.boolean(),
    fee: storedAmount,
    free_from: storedAmount.nullable(),
    first_day: z.number(),
    last_day: z.number(),
  }),
)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const countries = await read(operator.db, 'desk_delivery', {}, countriesSchema)
  return { countries, changes: await listChanges(operator, 'delivery') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  return submit(
    context,
    deliverySchema,
    (form) =>
      change(db, 'desk_save_delivery', {
        p_country: form.country,
        p_version: form.version,
        p_is_served: form.is_served,
        p_fee: form.fee,
        p_free_from: form.free_from,
        p_first_day: form.first_day,
        p_last_day: form.last_day,
      }),
    ({ country }) => ['/desk/delivery', `Saved: delivery to ${country}.`],
  )
}

export default function Delivery() {
  const { countries, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Delivery</h1>
      {countries.map(({ country, version, ...terms }) => (
        <EditForm
          key={country}
          id={`delivery-${country}`}
          name={country}
          hasHeading
          schema={deliverySchema}
          version={version}
          hidden={{ country }}
          fields={[
            tick('is_served', 'We deliver there', terms.is_served),
            [
              rupees('fee', 'Price in rupees', terms.fee),
              rupees('free_from', 'Free from, in rupees', terms.free_from),
              line('first_day', 'From business day', terms.first_day, WHOLE),
              line('last_day', 'To business day', terms.last_day, WHOLE),
            ],
          ]}
          button="Save"
        />
      ))}
      <Changes changes={changes} />
    </>
  )
}
