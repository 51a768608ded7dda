import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import { atDesk, byIntent, change, submit } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { EditForm } from '../form/edit-form'
import { LostRefusal } from '../form/posted-form'
import { Tabs } from '../list/filters'
import { listAddress } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { Table, TextLink } from '../list/table'
import { applySchema, columnsSchema } from './parcel.schema'
import {
  OUTCOMES,
  type SettlementOutcome,
  COLUMNS,
  guessColumns,
  type SettlementColumn,
} from '~/couriers/settlement-words'
import { readSettlement, type DeskSettlement } from './settlements.server'
import { choice } from '../form/edit-fields'

export const { handle, meta } = deskPage('Settlement')

const LISTS = { differences: 'Differences', all: 'All rows' }

export const loader = atDesk(async ({ operator, request, params }) => {
  const { parameters, page } = listAddress(request)
  const known = Object.keys({ ...LISTS, ...OUTCOMES })
  const list = known.find((one) => one === parameters.get('list')) ?? 'differences'
  return { list, settlement: found(await readSettlement(operator, idOf(params), list, page)) }
})

export const action = atDesk(({ operator: { db }, context, params }) => {
  const id = idOf(params)
  const page = `/desk/couriers/settlements/${id}`
  return byIntent<unknown>(context, page, {
    columns: () =>
      submit(
        context,
        columnsSchema,
        ({ intent: _, version, ...columns }) => change(db, 'desk_map_settlement', { id, version, columns }),
        () => [page, 'The columns are kept for the courier’s next files.'],
      ),
    apply: () =>
      submit(
        context,
        applySchema,
        ({ version, seen }) => change(db, 'desk_apply_settlement', { id, version, seen }),
        () => [page, 'The settlement is applied.'],
      ),
  })
})

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['settlement']

export default function SettlementPage() {
  const { settlement, list } = useLoaderData<typeof loader>()
  const { id, courier, file_name: file, made_at: made, applied_at: applied, columns, rows, total, sums } = settlement
  const lists = Object.entries({ ...LISTS, ...OUTCOMES }).filter(([name]) => name in LISTS || name in sums)
  return (
    <ListPage
      title={`Settlement of ${courier}`}
      above={
        <>
          <p className="muted small">
            <bdi>{file}</bdi>, {formatDateTime(made)}, {applied ? `applied ${formatDateTime(applied)}` : 'not applied'}
          </p>
          {columns ? <Sums settlement={settlement} /> : null}
          {applied ? <LostRefusal rows={[]} /> : <Columns {...settlement} />}
          {columns ? (
            <Tabs name="Rows" tabs={lists.map(([name, words]) => [`?list=${name}`, words])} shown={`?list=${list}`} />
          ) : null}
        </>
      }
      rows={columns ? rows : []}
      total={columns ? total : 0}
      empty={columns ? 'None.' : 'Please say first which columns hold what.'}
      below={
        columns ? (
          <p>
            <TextLink
              to={`/desk/couriers/settlements/export?id=${id}`}
              text="Save all rows as CSV for the accountant"
            />
          </p>
        ) : null
      }
    >
      <Table
        name="Rows"
        rows={rows}
        numbers={['To collect', 'Collected', 'Charges']}
        columns={{
          Row: ({ line }) => line ?? '–',
          Parcel: ({ number, order_number: order }) =>
            order ? <TextLink to={`/desk/orders/${order}`} text={order} /> : <bdi>{number ?? '–'}</bdi>,
          Outcome: ({ outcome }) => OUTCOMES[outcome],
          'To collect': ({ to_collect: amount }) => (amount === null ? '–' : formatMoney(amount)),
          Collected: ({ collected: amount }) => (amount === null ? '–' : formatMoney(amount)),
          Charges: ({ charges: amount }) => (amount === null ? '–' : formatMoney(amount)),
        }}
      />
    </ListPage>
  )
}

function Sums({ settlement: { sums, version, seen, applied_at: applied } }: { settlement: Shown }) {
  return (
    <>
      <Table
        name="What the rows come to"
        rows={Object.entries(sums)}
        hasHeads
        numbers={['Rows', 'Sum', 'Charges']}
        columns={{
          Outcome: ([outcome]) => OUTCOMES[outcome as SettlementOutcome],
          Rows: ([, { count }]) => count,
          Sum: ([, { collected }]) => formatMoney(collected),
          Charges: ([, { charges }]) => formatMoney(charges),
        }}
      />
      {applied ? null : (
        <EditForm
          id="apply"
          name="Apply the settlement"
          schema={applySchema}
          version={version}
          hidden={{ seen }}
          fields={[
            <p key="about">What is paid counts as received; parcels that came back are marked. This is done once.</p>,
          ]}
          intent="apply"
          button="Apply"
        />
      )}
    </>
  )
}

type ColumnsProps = Pick<DeskSettlement, 'headings' | 'columns' | 'version'>

function Columns({ headings, columns, version }: ColumnsProps) {
  const shown = columns ?? guessColumns(headings)
  const options = headings.map((heading) => [heading, heading] as const)
  const names = Object.keys(COLUMNS) as SettlementColumn[]
  return (
    <details className="panel" open={columns === null}>
      <summary>Columns of the file</summary>
      <EditForm
        id="columns"
        name="Columns"
        schema={columnsSchema}
        version={version}
        look="plain"
        fields={names.map((name) => choice(name, COLUMNS[name].label, options, shown[name] ?? '', 'None'))}
        intent="columns"
        button="Use these columns"
      />
    </details>
  )
}
