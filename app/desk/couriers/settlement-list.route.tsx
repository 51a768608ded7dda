import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { momentWords } from '../dates'
import { atDesk, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { uncompared } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { FileField } from '../form/choice-field'
import { TABLES } from '../import/accepted'
import { listAddress } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { LinkLine, Table, TextLink } from '../list/table'
import { courierField, CourierNames } from './courier-names'
import { settlementSchema } from './parcel.schema'
import { listSettlements, startSettlement, type Owed, type Withheld } from './settlements.server'
import { taxYear } from './withheld'

export const { handle, meta } = deskPage('Settlements')

const PATH = '/desk/couriers/settlements'

export const loader = atDesk(({ operator, request }) => listSettlements(operator, listAddress(request).page))

export const action = atDesk(({ operator, context }) =>
  submit(
    context,
    settlementSchema,
    ({ courier, file }) => startSettlement(operator, courier, file),
    (_value, id) => [`${PATH}/${id}`, 'The file is read. Nothing is changed before you apply it.'],
  ),
)

export default function Settlements() {
  const { rows, total, owed, withheld, couriers } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Settlements"
      above={
        <>
          <OwedTable owed={owed} />
          <WithheldTable withheld={withheld} />
          <CourierNames names={couriers} />
          <EditForm
            id="settlement"
            name="A courier’s settlement"
            schema={settlementSchema}
            isLarge
            fields={[
              courierField('Courier'),
              uncompared('file', (field) => (
                <FileField field={field} label="Excel or CSV file, up to 5,000 rows" accept={TABLES} required />
              )),
            ]}
            button="Compare with the orders"
          />
        </>
      }
      rows={rows}
      total={total}
      noun={['settlement']}
    >
      {({ id, courier, file_name: file, made_at: made, applied_at: applied }) => (
        <li>
          <bdi>{courier}</bdi>: <TextLink to={`${PATH}/${id}`} text={file} />
          <br />
          <span className="muted small">
            {momentWords(made)}, {applied ? `applied ${momentWords(applied)}` : 'not applied'}
          </span>
        </li>
      )}
    </ListPage>
  )
}

const AGES = { 'Up to 7 days': 'week', '8 to 14': 'fortnight', '15 to 30': 'month', 'Over 30': 'older' } as const

function OwedTable({ owed }: { owed: readonly Owed[] }) {
  return (
    <div className="stack">
      <h2>What couriers owe</h2>
      {owed.length === 0 ? <p className="muted">Nothing.</p> : null}
      {owed.length === 0 ? null : (
        <Table
          name="What couriers owe"
          rows={owed}
          hasHeads
          numbers={['Parcels', 'All', 'Paid beyond that', ...Object.keys(AGES)]}
          columns={{
            Courier: ({ courier }) => <bdi>{courier ?? 'Not named'}</bdi>,
            Parcels: ({ parcels }) => parcels,
            ...Object.fromEntries(
              Object.entries(AGES).map(([words, age]) => [words, (row: Owed) => formatMoney(row[age])]),
            ),
            All: ({ amount }) => formatMoney(amount),
            'Paid beyond that': ({ other }) => (other === 0 ? '–' : formatMoney(-other)),
          }}
        />
      )}
      {owed.length === 0 ? null : (
        <p>
          <TextLink to={`${PATH}/export`} text="Save these parcels as CSV" />
        </p>
      )}
    </div>
  )
}

function WithheldTable({ withheld }: { withheld: readonly Withheld[] }) {
  if (withheld.length === 0) return null
  return (
    <div className="stack">
      <h2>Taxes that couriers withheld</h2>
      <Table
        name="Taxes that couriers withheld"
        rows={withheld}
        hasHeads
        numbers={['Parcels', 'Income tax', 'Sales tax']}
        columns={{
          Courier: ({ courier }) => <bdi>{courier}</bdi>,
          'Tax year, to June': ({ year }) => taxYear(year),
          Parcels: ({ parcels }) => parcels,
          'Income tax': ({ income_tax: amount }) => formatMoney(amount),
          'Sales tax': ({ sales_tax: amount }) => formatMoney(amount),
        }}
      />
      <LinkLine to={`${PATH}/taxes`} text="Save these sums as CSV" />
    </div>
  )
}
