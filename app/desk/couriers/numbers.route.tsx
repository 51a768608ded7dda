import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { succeed } from '~/platform/result'
import { counted } from '~/platform/text'
import type { RequestContext } from '~/platform/context.server'
import type { Operator } from '../access/operator.server'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { area, choice, tick, uncompared } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { FileField } from '../form/choice-field'
import type { FileTable } from '../import/read-file.server'
import { TABLES } from '../import/accepted'
import { Cell, Table, TextLink } from '../list/table'
import { courierField, CourierNames } from './courier-names'
import {
  FILE_OUTCOMES,
  guessHandOver,
  knownHeadings,
  readHandOver,
  type HandedParcel,
  type HandOverColumns,
} from './hand-over'
import { handOverSchema, numbersSchema } from './parcel.schema'
import { listCouriers, noteParcels, readHandOverList } from './parcels.server'
import { courierNamed, type CourierSheet } from './sheet'

export const { handle, meta } = deskPage('Tracking numbers')

export const loader = atDesk(async ({ operator }) => ({
  couriers: (await listCouriers(operator)).map(({ name }) => name),
}))

export const action = atDesk(({ operator, context }) =>
  context.form.has('intent') ? recordList(context, operator) : readList(context, operator),
)

async function readList(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, numbersSchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const { courier: name, numbers, file } = form.value
  const courier = courierNamed(await listCouriers(operator), name) ?? { ...NEW_COURIER, name }
  const table = await readHandOverList(file ?? numbers ?? '', knownHeadings(courier))
  if (!table.ok) return refused(reply, table.refusal, 400)
  const list = await tryList(operator, courier, table.value, guessHandOver(table.value, courier), true)
  return list.ok ? data({ list: list.value }) : refused(reply, list.refusal, 409)
}

/** Records the parcels of a list, without the rows that can't be: those are named. Recorded again, it changes nothing. */
async function recordList(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, handOverSchema)
  if (!form.ok) return invalid(form)
  const { intent, courier: name, table, is_shipped: isShipped, ...columns } = form.value
  const courier = courierNamed(await listCouriers(operator), name) ?? { ...NEW_COURIER, name }
  const shown = async (words?: string) => {
    const list = await tryList(operator, courier, table, columns, isShipped)
    if (!list.ok) return refused(form, list.refusal, 409)
    if (words === undefined) return data({ list: list.value })
    const { data: body, init } = refused(form, words, 409)
    return data({ ...body, list: list.value }, init ?? undefined)
  }
  if (intent === 'look') return shown()
  const { parcels, unused } = readHandOver(table, columns, courier)
  if (parcels.length === 0) return shown('No row has an order number and a tracking number. Please choose the columns.')
  const noted = await noteParcels(operator, name, parcels, isShipped, false)
  if (!noted.ok) return shown(noted.refusal)
  const left = noted.value.flatMap((one) => ('why' in one ? [nameOf(one, one.why)] : []))
  const same = noted.value.filter((one) => 'outcome' in one && one.outcome === 'unchanged').length
  const others = unused.length + left.length
  return context.flashes.success(
    '/desk/couriers',
    [
      `Recorded: ${parcels.length - left.length - same}.`,
      ...(same === 0 ? [] : [`Recorded already: ${same}.`]),
      ...(others === 0 ? [] : [`Not used: ${counted(others, 'row')}.`]),
      ...left.slice(0, 5),
      ...(left.length > 5 ? ['And others.'] : []),
    ].join(' '),
  )
}

const NEW_COURIER = { id: null, sheet: null, tracking_heading: null, state_heading: null, state_words: null }
type Courier = CourierSheet & { id: string | null }

const nameOf = ({ order_id: order, tracking }: HandedParcel, why: string) => `${order ?? tracking}: ${why}`

/** Returns what comes of a list, without recording it. */
async function tryList(
  operator: Operator,
  courier: Courier,
  table: FileTable,
  columns: HandOverColumns,
  isShipped: boolean,
) {
  const { parcels, unused } = readHandOver(table, columns, courier)
  const tried = await noteParcels(operator, courier.name, parcels, isShipped, true)
  if (!tried.ok) return tried
  const refusals = tried.value.flatMap((one) =>
    'why' in one ? [{ line: one.line, text: one.order_id ?? one.tracking ?? '', why: one.why }] : [],
  )
  return succeed({
    courier,
    table,
    columns,
    isShipped,
    parcels: tried.value.flatMap((one) => ('outcome' in one ? [one] : [])),
    unused: [...unused, ...refusals].sort((one, other) => one.line - other.line),
  })
}
type ShownList = Extract<Awaited<ReturnType<typeof tryList>>, { ok: true }>['value']

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
            A line for each parcel: the order number and the tracking number. Or a file from the courier, also one that
            says where its parcels are: the <a href="/desk/settings/courier">courier’s settings</a> name its columns and
            what its words mean. Nothing is recorded before you have seen what the list comes to.
          </p>,
          area('numbers', 'Numbers', '', 10),
          uncompared('file', (field) => (
            <FileField field={field} label="Excel or CSV file instead, up to 500 rows" accept={TABLES} />
          )),
        ]}
        button="Read the list"
      />
    </>
  )
}

function HandOver({ courier, table, columns, isShipped, parcels, unused }: ShownList) {
  const options = table.headings.map((heading) => [heading, heading] as const)
  return (
    <>
      <EditForm
        id="list"
        name={`Parcels of ${courier.name}`}
        schema={handOverSchema}
        isLarge
        hidden={{ courier: courier.name, table: JSON.stringify(table) }}
        fields={[
          [
            choice('order', 'Order number', options, columns.order, 'None'),
            choice('tracking', 'Tracking number', options, columns.tracking, 'None'),
            choice('state', 'Where it is', options, columns.state, 'Not in the file'),
          ],
          tick(
            'is_shipped',
            'New ones are handed over: the orders are shipped, and their shoppers are mailed',
            isShipped,
          ),
        ]}
        intent="record"
        button="Record them"
        buttons={{ look: 'Use these columns' }}
        links={
          courier.id ? <TextLink to={`/desk/settings/courier/${courier.id}`} text="Settings of the courier" /> : null
        }
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
            Order: ({ order_id: order }) => <bdi>{order ?? '–'}</bdi>,
            Number: ({ tracking }) => <bdi>{tracking ?? '–'}</bdi>,
            Outcome: ({ outcome, before, tracking, words }) => (
              <Cell more={[before ? `Its number was ${before}, and becomes ${tracking}` : null, words]}>
                {FILE_OUTCOMES[outcome]}
              </Cell>
            ),
          }}
        />
      )}
    </>
  )
}
