import type { ReactNode } from 'react'
import { formatMoney } from '~/platform/money'
import { counted } from '~/platform/text'
import { momentWords } from '../dates'
import { words } from '../audit/value-words'
import { Cell, Table } from '../list/table'
import type { Ledger, LedgerEntry } from './orders.server'

/** How many entries stand open. */
const OPEN = 6

interface LedgerProps {
  ledger: Ledger
  /** Whether the order's own parcel has yet to bring what the shopper owes. */
  isUnderWay: boolean
}

/**
 * Renders the ledger of an order: each entry with a running balance, and those of its couriers apart. It is closed, unless money is to be
 * sent back, or is due though nothing is on its way.
 */
export function LedgerPanel({ ledger: { order, courier }, isUnderWay }: LedgerProps) {
  const { owed, to_refund: toRefund } = order.at(-1) ?? { owed: 0, to_refund: 0 }
  const isDue = toRefund !== 0 || owed < 0 || (owed > 0 && !isUnderWay) || courier.some((entry) => entry.owed < 0)
  return (
    <details className="panel stack" id="ledger" open={isDue}>
      <summary>
        <h2>Ledger</h2>{' '}
        {order.length > 0 ? (
          <span>
            The shopper owes <b className="unbroken">{formatMoney(owed)}</b>, and{' '}
            <b className="unbroken">{formatMoney(toRefund)}</b> is to be sent back.
          </span>
        ) : (
          <span className="muted">No entries yet.</span>
        )}
      </summary>
      <Entries
        name="Entries of the order"
        isFolded={isDue}
        entries={order}
        more={{
          'Shopper owes': ({ owed }) => formatMoney(owed),
          'To send back': ({ to_refund: toRefund }) => formatMoney(toRefund),
        }}
      />
      {courier.length > 0 ? <h3>Couriers</h3> : null}
      <Entries
        name="Entries of couriers"
        isFolded={isDue}
        entries={courier}
        more={{ Courier: (entry) => entry.courier, 'Courier owes': ({ owed }) => formatMoney(owed) }}
      />
    </details>
  )
}

interface EntriesProps {
  name: string
  /** Whether many entries are folded, as in a panel that stands open. */
  isFolded: boolean
  entries: readonly LedgerEntry[]
  /** The columns that the two accounts don't have in common. */
  more: Record<string, (entry: LedgerEntry) => ReactNode>
}

function Entries({ name, isFolded, entries, more }: EntriesProps) {
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
        When: ({ made_at: at }) => momentWords(at),
        Who: ({ maker }) => <bdi>{maker.email ?? MAKERS[maker.by ?? ''] ?? maker.name ?? 'The server'}</bdi>,
        Amount: ({ amount }) => formatMoney(amount),
        ...more,
      }}
      numbers={['Amount', 'Shopper owes', 'To send back', 'Courier owes']}
    />
  )
  if (!isFolded || entries.length <= OPEN) return table
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
  item
    ? [item.name, item.size && `size ${item.size}`, item.color && `colour ${item.color}`].filter(Boolean).join(', ')
    : 'the goods'

const piecesOf = (entry: LedgerEntry) =>
  entry.pieces ? `${Math.abs(entry.pieces)} × ${itemOf(entry)}` : `Price of ${itemOf(entry)}`

const WORDS: Partial<Record<string, (entry: LedgerEntry) => string>> = {
  goods: (entry) => (entry.item?.is_sent ? `Exchange: ${piecesOf(entry)}` : piecesOf(entry)),
  discount: (entry) => `${entry.amount > 0 ? 'No longer given: discount' : 'Discount'} of ${itemOf(entry)}`,
  code: ({ amount }) => (amount > 0 ? 'No longer given: promo code' : 'Promo code'),
  adjustment: ({ amount, cause, note }) =>
    cause === 'refund'
      ? `Part of the price refunded${note ? `: ${note}` : ''}`
      : cause === 'return' || cause === 'exchange'
        ? `Agreed for the ${cause}`
        : amount > 0
          ? 'No longer given: discount by hand'
          : 'Discount by hand',
  received: ({ amount, payment, tracking }) =>
    payment
      ? `Paid by card, ${payment.split(':')[1]}`
      : `${amount > 0 ? 'Not collected after all' : 'Collected at the door'}${tracking ? `, ${tracking}` : ''}`,
  refund_due: ({ amount, refund, note }) =>
    amount < 0 ? 'Refund no longer due' : `Refund due${refund ? `: ${note ?? words(refund).toLowerCase()}` : ''}`,
  refunded: ({ reference }) => `Refund sent${reference ? `: ${reference}` : ''}`,
  to_collect: ({ amount, tracking }) =>
    `${amount < 0 ? 'No longer to' : 'To'} collect at the door${tracking ? `, ${tracking}` : ''}`,
  collected: ({ amount, tracking }) =>
    `${amount < 0 ? 'Not collected after all' : 'Collected at the door'}${tracking ? `, ${tracking}` : ''}`,
}

const inWords = (entry: LedgerEntry) => (WORDS[entry.kind] ?? (({ kind }) => words(kind)))(entry)
