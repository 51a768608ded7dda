import type { ReactNode } from 'react'
import { formatMoney } from '~/platform/money'
import { counted } from '~/platform/text'
import { formatDateTime } from '~/platform/time'
import { words } from '../audit/value-words'
import { Cell, Table } from '../list/table'
import { Panel } from '../panel'
import type { Ledger, LedgerEntry } from './orders.server'

/** How many entries stand open. */
const OPEN = 6

/** Renders the ledger of an order: each entry with a running balance, and those of its couriers apart. */
export function LedgerPanel({ ledger: { order, courier } }: { ledger: Ledger }) {
  const last = order.at(-1)
  return (
    <Panel id="ledger" title="Ledger">
      {last ? (
        <p>
          The shopper owes <b className="unbroken">{formatMoney(last.owed)}</b>, and{' '}
          <b className="unbroken">{formatMoney(last.to_refund)}</b> is to be sent back.
        </p>
      ) : (
        <p className="muted">No entries yet.</p>
      )}
      <Entries
        name="Entries of the order"
        entries={order}
        more={{
          'Shopper owes': ({ owed }) => formatMoney(owed),
          'To send back': ({ to_refund: toRefund }) => formatMoney(toRefund),
        }}
      />
      {courier.length > 0 ? <h3>Couriers</h3> : null}
      <Entries
        name="Entries of couriers"
        entries={courier}
        more={{ Courier: (entry) => entry.courier, 'Courier owes': ({ owed }) => formatMoney(owed) }}
      />
    </Panel>
  )
}

interface EntriesProps {
  name: string
  entries: readonly LedgerEntry[]
  /** The columns that the two accounts don't have in common. */
  more: Record<string, (entry: LedgerEntry) => ReactNode>
}

function Entries({ name, entries, more }: EntriesProps) {
  if (entries.length === 0) return null
  const table = (
    <Table
      name={name}
      rows={entries}
      columns={{
        What: (entry) => (
          <Cell more={[[CAUSES[entry.cause], entry.reason].filter(Boolean).join(': ')]}>
            <bdi>{inWords(entry)}</bdi>
          </Cell>
        ),
        When: ({ made_at: at }) => formatDateTime(at),
        Who: ({ maker }) => <bdi>{maker.email ?? MAKERS[maker.by ?? ''] ?? maker.name ?? 'The server'}</bdi>,
        Amount: ({ amount }) => formatMoney(amount),
        ...more,
      }}
      numbers={['Amount', 'Shopper owes', 'To send back', 'Courier owes']}
    />
  )
  if (entries.length <= OPEN) return table
  return (
    <details>
      <summary>{counted(entries.length, 'entry', 'entries')}</summary>
      {table}
    </details>
  )
}

const MAKERS: Partial<Record<string, string>> = { shopper: 'Shopper', timer: 'The timer' }

/** The causes that the words of an entry don't say. */
const CAUSES: Partial<Record<string, string>> = {
  before: 'Before there were books',
  placed: 'Order placed',
  changed: 'Order changed',
  cancelled: 'Order cancelled',
  returned_to_origin: 'The parcel came back',
  return: 'Return',
  exchange: 'Exchange',
  taken_back: 'A step was taken back',
  settlement: 'Settlement',
  by_hand: 'By hand',
}

const itemOf = ({ item }: LedgerEntry) =>
  item ? [item.name, item.size, item.color].filter(Boolean).join(', ') : 'the goods'

const WORDS: Partial<Record<string, (entry: LedgerEntry) => string>> = {
  goods: (entry) => (entry.pieces ? `${Math.abs(entry.pieces)} × ${itemOf(entry)}` : `Price of ${itemOf(entry)}`),
  discount: (entry) => `Discount of ${itemOf(entry)}`,
  code: () => 'Promo code',
  adjustment: ({ cause, note }) =>
    cause === 'refund'
      ? `Part of the price refunded${note ? `: ${note}` : ''}`
      : cause === 'return'
        ? 'Agreed for the return'
        : 'Taken off by the shop',
  received: ({ payment, tracking }) =>
    payment ? `Paid by card, ${payment.split(':')[1]}` : `Collected at the door${tracking ? `, ${tracking}` : ''}`,
  refund_due: ({ refund, note }) => `Refund due${refund ? `: ${note ?? words(refund).toLowerCase()}` : ''}`,
  refunded: ({ reference }) => `Refund sent${reference ? `: ${reference}` : ''}`,
  to_collect: ({ tracking }) => `To collect at the door${tracking ? `, ${tracking}` : ''}`,
  collected: ({ tracking }) => `Collected at the door${tracking ? `, ${tracking}` : ''}`,
}

const inWords = (entry: LedgerEntry) => (WORDS[entry.kind] ?? (({ kind }) => words(kind)))(entry)
