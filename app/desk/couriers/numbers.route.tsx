import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { counted } from '~/platform/text'
import type { RequestContext } from '~/platform/context.server'
import type { Operator } from '../access/operator.server'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { area, choice, tick, uncompared } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { FileField } from '../form/choice-field'
import type { FileTable } from '../import/read-file.server'
import { Table } from '../list/table'
import { courierField, CourierNames } from './courier-names'
import { guessHandOver, readHandOver, type HandOverColumns } from './hand-over'
import { messageOf } from './parcel-actions.server'
import { handOverSchema, numbersSchema } from './parcel.schema'
import { listParcels, readHandOverList, sendByHand } from './parcels.server'

export const { handle, meta } = deskPage('Tracking numbers')

export const loader = atDesk(async ({ operator }) => ({
  couriers: (await listParcels(operator, { list: 'waiting', batch: null, page: 1 })).couriers,
}))

export const action = atDesk(({ operator, context }) =>
  context.form.has('intent') ? recordList(context, operator) : readList(context),
)

async function readList(context: RequestContext) {
  const form = await parseForm(context.form, numbersSchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const { courier, numbers, file } = form.value
  const table = await readHandOverList(file ?? numbers ?? '')
  if (!table.ok) return refused(reply, table.refusal, 400)
  return data({ list: shownList(courier, table.value, guessHandOver(table.value)) })
}

/** Records the parcels of a list. Rows that can't be are named, and the list stays: recorded again, the others change nothing. */
async function recordList(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, handOverSchema)
  if (!form.ok) return invalid(form)
  const { intent, courier, table, order, tracking, is_shipped: isShipped } = form.value
  const list = shownList(courier, table, { order, tracking })
  if (intent === 'look') return data({ list })
  const { parcels, unused } = list
  const sent = await sendByHand(operator, courier, parcels, isShipped)
  if (sent.ok && sent.value.left.length === 0) {
    const rows = unused.length === 0 ? '' : ` Not used: ${counted(unused.length, 'row')}.`
    return context.flashes.success('/desk/couriers', `Recorded: ${sent.value.done}.${rows}`)
  }
  const told = sent.ok ? messageOf(`Done: ${sent.value.done} of ${parcels.length}.`, sent.value) : sent.refusal
  const { data: body, init } = refused(form, told, 409)
  return data({ ...body, list }, init ?? undefined)
}

function shownList(courier: string, table: FileTable, columns: HandOverColumns) {
  return { courier, table, columns, ...readHandOver(table, columns) }
}
type ShownList = ReturnType<typeof shownList>

export default function Numbers() {
  const { couriers } = useLoaderData<typeof loader>()
  const list = useActionData<{ list?: ShownList }>()?.list
  return (
    <>
      <h1>Tracking numbers</h1>
      <CourierNames names={couriers} />
      {list ? <HandOver {...list} /> : null}
      <EditForm
        id="numbers"
        name={list ? 'Another list' : 'Parcels handed to a courier'}
        schema={numbersSchema}
        isLarge
        fields={[
          courierField('Courier, such as TCS or Leopards'),
          <p key="about">
            A line for each parcel: the order number and the tracking number. Or a CSV file with both in each row.
            Nothing is recorded before you have seen what the list comes to.
          </p>,
          area('numbers', 'Numbers', '', 10),
          uncompared('file', (field) => (
            <FileField field={field} label="CSV file instead, up to 500 rows" accept=".csv,.tsv,.txt,text/csv" />
          )),
        ]}
        button="Read the list"
      />
    </>
  )
}

function HandOver({ courier, table, columns, parcels, unused }: ShownList) {
  const options = table.headings.map((heading) => [heading, heading] as const)
  return (
    <>
      <EditForm
        id="list"
        name={`Parcels of ${courier}`}
        schema={handOverSchema}
        isLarge
        hidden={{ courier, table: JSON.stringify(table) }}
        fields={[
          [
            choice('order', 'Order number', options, columns.order, 'Please choose'),
            choice('tracking', 'Tracking number', options, columns.tracking, 'Please choose'),
          ],
          tick('is_shipped', 'They are handed over: the orders are shipped, and their shoppers are mailed', true),
        ]}
        intent="record"
        button="Record them"
        buttons={{ look: 'Use these columns' }}
      />
      {unused.length === 0 ? null : (
        <>
          <h2>Rows that aren’t used</h2>
          <Table
            name="Rows that aren’t used"
            rows={unused}
            numbers={['Row']}
            columns={{ Row: ({ line }) => line, Text: ({ text }) => <bdi>{text}</bdi>, Why: ({ why }) => why }}
          />
        </>
      )}
      <h2>What will be recorded</h2>
      {parcels.length === 0 ? <p className="muted">Nothing.</p> : null}
      {parcels.length === 0 ? null : (
        <Table
          name="What will be recorded"
          rows={parcels}
          numbers={['Row']}
          columns={{
            Row: ({ line }) => line,
            Order: ({ order_id: order }) => <bdi>{order}</bdi>,
            Number: ({ tracking }) => <bdi>{tracking}</bdi>,
          }}
        />
      )}
    </>
  )
}
