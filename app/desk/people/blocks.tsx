import type { z } from 'zod'
import { dateWords } from '../dates'
import type { blockSchema } from '../orders/orders.server'

/** The blocks of a shopper's cash orders, each with a link to the setting. */
export function Blocks({ blocks }: { blocks: readonly z.infer<typeof blockSchema>[] }) {
  if (blocks.length === 0) return null
  return (
    <ul className="stack">
      {blocks.map(({ id, contact, reason, ends, is_over: isOver }) => (
        <li key={id}>
          <bdi>{contact}</bdi>{' '}
          <span className={isOver ? 'badge badge-info' : 'badge'}>{isOver ? 'Was blocked' : 'Blocked'}</span>
          <br />
          <span className="muted small">
            Until {dateWords(ends)}: <bdi>{reason}</bdi>.{' '}
            <a className="link" href={`/desk/settings/block/${id}`} aria-label={`Change the block of ${contact}`}>
              Change
            </a>
          </span>
        </li>
      ))}
    </ul>
  )
}
