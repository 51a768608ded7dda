import { formatMoney } from '~/platform/money'
import {
  COLUMNS,
  DEDUCTION_NAMES,
  DEDUCTIONS,
  guessColumns,
  guessDeduction,
  type SettlementColumn,
} from '~/couriers/settlement-words'
import { choice, line, rupees } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
import { Totals } from '../totals'
import { columnsSchema, deductionOf, receivedSchema, restMark, takeBackSchema, writeOffSchema } from './parcel.schema'
import type { DeskSettlement } from './settlements.server'

export const orNone = (amount: number | null) => (amount === null ? '–' : formatMoney(amount))

interface ReceivedProps {
  settlement: DeskSettlement
  today: string
}

/** What the file says that the courier pays, beside the sum that reached the bank, which is typed in. */
export function Received({ settlement, today }: ReceivedProps) {
  const { net, received, received_on: on, lacks, version } = settlement
  return (
    <>
      <Totals
        totals={{
          'Net of the file': formatMoney(net),
          'Reached the bank': orNone(received),
          'Difference left': orNone(lacks),
        }}
      />
      <EditForm
        id="received"
        name="What reached the bank"
        hasHeading
        schema={receivedSchema}
        version={version}
        fields={[[rupees('amount', 'Sum in rupees', received), line('on', 'On', on ?? today, { type: 'date' })]]}
        intent="received"
        button="Record"
      />
    </>
  )
}

type Rest = readonly [subject: string, words: string, amount: number]

/** Returns what is left at the bank and of the rows that are shown, or null if nothing is. */
export function restsOf({ rows, lacks }: DeskSettlement): readonly Rest[] | null {
  const ofRows = rows.flatMap(({ subject, line: number, order_number: order, number: tracking, rest }): Rest[] => {
    const name = order ?? tracking ?? ''
    return rest ? [[subject, number === null ? name : `Row ${number}: ${name}`, rest]] : []
  })
  const rests: Rest[] = lacks ? [['bank', 'Difference at the bank', lacks], ...ofRows] : ofRows
  return rests.length > 0 ? rests : null
}

export function WriteOff({ rests, version }: { rests: readonly Rest[]; version: number }) {
  return (
    <EditForm
      id="write-off"
      name="Write off what is left"
      hasHeading
      schema={writeOffSchema}
      version={version}
      fields={[
        [
          choice(
            'rest',
            'What, of the rows shown below',
            rests.map(([subject, words, rest]) => [restMark(subject, rest), `${words}, ${formatMoney(rest)}`]),
            '',
            'Please choose',
          ),
          line('reason', 'Reason'),
        ],
      ]}
      intent="write_off"
      button="Write off"
    />
  )
}

export function TakeBack({ version }: { version: number }) {
  const isRefused = useReply({}, ['take_back']) !== undefined
  return (
    <details className="panel" open={isRefused}>
      <summary>Take the settlement back</summary>
      <EditForm
        id="take-back"
        name="Take the settlement back"
        schema={takeBackSchema}
        version={version}
        look="plain"
        fields={[
          <p key="about">
            Its entries get opposite ones, also those that were written off. Its parcels are as before.
          </p>,
          line('reason', 'Reason'),
        ]}
        intent="take_back"
        button="Take it back"
      />
    </details>
  )
}

type ColumnsProps = Pick<DeskSettlement, 'headings' | 'columns' | 'version'>

export function Columns({ headings, columns, version }: ColumnsProps) {
  const isRefused = useReply({}, ['columns']) !== undefined
  const shown = columns ?? guessColumns(headings)
  const options = headings.map((heading) => [heading, heading] as const)
  const names = Object.keys(COLUMNS) as SettlementColumn[]
  const used = new Set(names.map((name) => shown[name]))
  const kindOf = (heading: string) => (columns ? columns.deductions?.[heading] : guessDeduction(heading))
  const deductions = headings.flatMap((heading, place) => (used.has(heading) ? [] : [{ heading, place }]))
  return (
    <details className="panel" open={columns === null || isRefused}>
      <summary>Columns of the file</summary>
      <EditForm
        id="columns"
        name="Columns"
        schema={columnsSchema}
        version={version}
        look="plain"
        fields={[
          ...names.map((name) => choice(name, COLUMNS[name].label, options, shown[name] ?? '', 'None')),
          deductions.length === 0
            ? null
            : {
                legend: 'What the courier keeps, by column',
                isWide: true,
                fields: deductions.map(({ heading, place }) => {
                  const kind = kindOf(heading)
                  const kinds = DEDUCTION_NAMES.map(
                    (one) => [deductionOf(one, heading), DEDUCTIONS[one].label] as const,
                  )
                  return choice(
                    `deduction_${place}`,
                    heading,
                    kinds,
                    kind ? deductionOf(kind, heading) : '',
                    'Nothing kept',
                  )
                }),
              },
        ]}
        intent="columns"
        button="Use these columns"
      />
    </details>
  )
}
