import type { ReactNode } from 'react'
import { counted } from '~/platform/text'
import type { CountedRow } from './cells'
import { Table } from '../list/table'
import type { Review } from './stock-actions.server'

/** Where a count differs from the shop's stock, to be saved. A count that was changed since is compared again. */
export function Differences({ review: { rows, agreeing, seen, refusal }, note }: DifferencesProps) {
  return (
    <div className="stack desk-review" role="group" aria-label="Differences">
      {refusal ? (
        <p className="notice" role="alert">
          {refusal}
        </p>
      ) : null}
      <Table
        name="Differences"
        rows={rows}
        columns={{
          Of: ({ name }) => <bdi>{name}</bdi>,
          'In stock': ({ expected }) => expected ?? 'Not counted',
          Counted: ({ counted: pieces }) => pieces,
          Difference: (row) => <b>{differenceWords(row)}</b>,
        }}
        numbers={['In stock', 'Counted', 'Difference']}
        hasHeads
      />
      <p className="muted small">
        {counted(agreeing, 'number')} as in the shop. What the shop has includes pieces of orders that aren’t packed.
      </p>
      {note}
      <input type="hidden" name="seen" value={seen} />
      <p>
        <button className="button">Save the count</button>
      </p>
    </div>
  )
}

interface DifferencesProps {
  review: Review
  note: ReactNode
}

function differenceWords({ expected, counted: pieces, missing }: CountedRow): string {
  const difference = expected === null ? 'new' : signed(pieces - expected)
  return missing > 0 ? `${difference}, ${missing} missing for orders` : difference
}

/** Returns a number with its sign, as in +3 or −2. */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change).replace('-', '−')
}
