import { useLoaderData } from '@remix-run/react'
import { atDesk, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { area, tick, uncompared } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { FileField } from '../form/choice-field'
import { readRows } from '../import/read-file.server'
import { courierField, CourierNames } from './courier-names'
import { messageOf } from './parcel-actions.server'
import { numbersIn } from '~/couriers/parcel-words'
import { numbersSchema } from './parcel.schema'
import { listParcels, sendByHand } from './parcels.server'

export const { handle, meta } = deskPage('Tracking numbers')

export const loader = atDesk(async ({ operator }) => ({
  couriers: (await listParcels(operator, { list: 'waiting', batch: null, page: 1 })).couriers,
}))

/** Records the numbers of a list. Rows that can't be are named, and the form is kept: recorded again, the others change nothing. */
export const action = atDesk(({ operator, context }) =>
  submit(
    context,
    numbersSchema,
    async ({ courier, numbers, file, is_shipped: isShipped }) => {
      const rows = await numbersOf(file ?? new File([numbers ?? ''], 'numbers.txt'))
      if (!rows.ok) return { ...rows, status: 400 as const }
      const sent = await sendByHand(operator, courier, rows.value, isShipped)
      if (!sent.ok || sent.value.left.length === 0) return sent
      return { ok: false, refusal: messageOf(`Done: ${sent.value.done} of ${rows.value.length}.`, sent.value) }
    },
    (_value, { done }) => ['/desk/couriers', `Recorded: ${done}.`],
  ),
)

async function numbersOf(file: File) {
  const rows = []
  for await (const row of readRows(file)) {
    if (!row.ok) return row
    const numbers = numbersIn(row.value.cells)
    if (numbers) rows.push(numbers)
  }
  return { ok: true as const, value: rows }
}

export default function Numbers() {
  const { couriers } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Tracking numbers</h1>
      <CourierNames names={couriers} />
      <EditForm
        id="numbers"
        name="Parcels handed to a courier"
        schema={numbersSchema}
        isLarge
        fields={[
          courierField('Courier, such as TCS or Leopards'),
          <p key="about">
            A line for each parcel: the order number and the tracking number. Or a CSV file with both in each row.
          </p>,
          area('numbers', 'Numbers', '', 10),
          uncompared('file', (field) => (
            <FileField field={field} label="CSV file instead, up to 500 rows" accept=".csv,.tsv,.txt,text/csv" />
          )),
          tick('is_shipped', 'They are handed over: the orders are shipped, and their shoppers are mailed', true),
        ]}
        button="Record them"
      />
    </>
  )
}
