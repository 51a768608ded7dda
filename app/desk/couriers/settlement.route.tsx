import { useLoaderData } from '@remix-run/react'
import { inOneLine } from '~/language/formats'
import { formatMoney } from '~/platform/money'
import { dateInPakistan } from '~/platform/time'
import { momentWords } from '../dates'
import { atDesk, byIntent, change, press, submit } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { ButtonForm } from '../form/button-form'
import { EditForm } from '../form/edit-form'
import { LostRefusal } from '../form/posted-form'
import { Tabs } from '../list/filters'
import { listAddress } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { Cell, Table, TextLink } from '../list/table'
import {
  applySchema,
  columnsSchema,
  namedColumns,
  parseRest,
  receivedSchema,
  takeBackSchema,
  writeOffSchema,
} from './parcel.schema'
import { DEDUCTION_NAMES, DEDUCTIONS, OUTCOMES, type SettlementOutcome } from '~/couriers/settlement-words'
import { Columns, orNone, Received, restsOf, TakeBack, WriteOff } from './settlement-forms'
import { readSettlement } from './settlements.server'

export const { handle, meta } = deskPage('Settlement')

const SETTLEMENTS = '/desk/couriers/settlements'
const LISTS = { differences: 'Differences', all: 'All rows' }

export const loader = atDesk(async ({ operator, request, params }) => {
  const { parameters, page } = listAddress(request)
  const known = Object.keys({ ...LISTS, ...OUTCOMES })
  const list = known.find((one) => one === parameters.get('list')) ?? 'differences'
  const settlement = found(await readSettlement(operator, idOf(params), list, page))
  return { list, isManager: operator.role === 'manager', today: dateInPakistan(new Date()), settlement }
})

export const action = atDesk(({ operator: { db }, context, params }) => {
  const id = idOf(params)
  const page = `${SETTLEMENTS}/${id}`
  return byIntent<unknown>(context, page, {
    columns: () =>
      submit(
        context,
        columnsSchema,
        (form) => change(db, 'desk_map_settlement', { id, version: form.version, columns: namedColumns(form) }),
        () => [page, 'The columns are kept for the courier’s next files.'],
      ),
    apply: () =>
      submit(
        context,
        applySchema,
        ({ version, seen }) => change(db, 'desk_apply_settlement', { id, version, seen }),
        () => [page, 'The settlement is applied.'],
      ),
    take_back: () =>
      submit(
        context,
        takeBackSchema,
        ({ version, reason }) => change(db, 'desk_take_back_settlement', { id, version, reason }),
        () => [page, 'The settlement is taken back. To name other columns, upload its file again.'],
      ),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_settlement', { id, version }), [
        SETTLEMENTS,
        'The file is removed.',
      ]),
    received: () =>
      submit(
        context,
        receivedSchema,
        ({ version, amount, on }) => change(db, 'desk_record_received', { id, version, amount, on }),
        () => [page, 'The sum is recorded.'],
      ),
    write_off: () =>
      submit(
        context,
        writeOffSchema,
        ({ version, rest, reason }) => change(db, 'desk_write_off', { id, version, reason, ...parseRest(rest) }),
        () => [page, 'It is written off.'],
      ),
  })
})

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['settlement']
type Row = Shown['rows'][number]

export default function SettlementPage() {
  const { settlement, list, isManager, today } = useLoaderData<typeof loader>()
  const { id, courier, file_name: file, made_at: made, applied_at: applied, columns, rows, total, sums } = settlement
  const rests = applied && isManager ? restsOf(settlement) : null
  const lists = Object.entries({ ...LISTS, ...OUTCOMES }).filter(([name]) => name in LISTS || name in sums)
  return (
    <ListPage
      title={`Settlement of ${courier}`}
      above={
        <>
          <p className="muted small">
            <bdi>{file}</bdi>, {momentWords(made)}, {applied ? `applied ${momentWords(applied)}` : 'not applied'}
            <TakenBack settlement={settlement} />
          </p>
          {columns ? <Sums settlement={settlement} /> : null}
          <LostRefusal
            intents={applied ? ['columns', 'apply', ...(rests ? [] : ['write_off'])] : ['take_back', 'write_off']}
          />
          {applied ? null : <Columns {...settlement} />}
          {columns ? <Received settlement={settlement} today={today} /> : null}
          {rests ? <WriteOff rests={rests} version={settlement.version} /> : null}
          {applied ? <TakeBack version={settlement.version} /> : null}
          {applied || settlement.taken_back_at ? null : (
            <ButtonForm
              name="Remove the file"
              version={settlement.version}
              buttons={{ remove: 'Remove this file from the list' }}
            />
          )}
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
        numbers={['To collect', 'Collected', 'Kept', 'Net', 'Left']}
        columns={{
          Row: ({ line: number }) => number ?? '–',
          Parcel: ({ number, order_number: order }) =>
            order ? <TextLink to={`/desk/orders/${order}`} text={order} /> : <bdi>{number ?? '–'}</bdi>,
          Outcome: ({ outcome }) => OUTCOMES[outcome],
          'To collect': ({ to_collect: amount }) => orNone(amount),
          Collected: ({ collected: amount }) => orNone(amount),
          Kept: (row) => <Kept row={row} />,
          Net: ({ net: amount }) => orNone(amount),
          Left: ({ rest: amount }) => orNone(amount),
        }}
      />
    </ListPage>
  )
}

/** What the courier keeps of a row, and of what that is made. */
function Kept({ row }: { row: Row }) {
  const parts = DEDUCTION_NAMES.flatMap((kind) => (row[kind] ? [[DEDUCTIONS[kind].label, row[kind]] as const] : []))
  if (row.line === null || parts.length === 0) return '–'
  const sum = parts.reduce((all, [, amount]) => all + amount, 0)
  return (
    <Cell more={parts.map(([label, amount]) => `${label} ${inOneLine(formatMoney(amount))}`)}>{formatMoney(sum)}</Cell>
  )
}

function TakenBack({ settlement: { applied_at: applied, taken_back_at: at, taken_back_reason: reason } }: ShownProps) {
  if (applied !== null || at === null) return null
  return (
    <>
      , taken back {momentWords(at)}: <bdi>{reason}</bdi>
    </>
  )
}

interface ShownProps {
  settlement: Shown
}

function Sums({ settlement: { sums, version, seen, applied_at: applied, unused, columns } }: ShownProps) {
  const named = new Set(Object.values(columns?.deductions ?? {}))
  const kinds = DEDUCTION_NAMES.filter((kind) => named.has(kind))
  return (
    <>
      <Table
        name="What the rows come to"
        rows={Object.entries(sums)}
        hasHeads
        numbers={['Rows', 'Collected', ...kinds.map((kind) => DEDUCTIONS[kind].label), 'Net', 'Left']}
        columns={{
          Outcome: ([outcome]) => OUTCOMES[outcome as SettlementOutcome],
          Rows: ([, { count }]) => count,
          Collected: ([, { collected }]) => formatMoney(collected),
          ...Object.fromEntries(
            kinds.map((kind) => [
              DEDUCTIONS[kind].label,
              ([, sum]: [string, Shown['sums'][SettlementOutcome] & object]) => formatMoney(sum[kind]),
            ]),
          ),
          Net: ([, { net }]) => formatMoney(net),
          Left: ([, { rest }]) => formatMoney(rest),
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
            <p key="about">
              What is paid counts as received, and what is kept as charges and taxes; parcels that came back are marked.
              Rows without an order of the shop, or paid before, count as money without a parcel.
            </p>,
            unused.length > 0 ? (
              <p key="unused" className="muted small">
                Columns that aren’t used: <bdi>{unused.join(', ')}</bdi>.
              </p>
            ) : null,
          ]}
          intent="apply"
          button="Apply"
        />
      )}
    </>
  )
}
