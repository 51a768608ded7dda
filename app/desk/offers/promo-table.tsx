import { formatMoney } from '~/platform/money'
import { periodWords } from '../period-words'
import { Table } from '../table'
import { PROMO_STATES } from './promo-states'
import { usesWords, valueWords } from './promo-words'
import type { DeskPromo } from './promos.server'

/** Promo codes, each with a link to its page. */
export function PromoTable({ rows }: { rows: readonly DeskPromo[] }) {
  return (
    <Table name="Promo codes" columns={['Code', 'Takes off', 'Uses']}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  )
}

function Row({ row }: { row: DeskPromo }) {
  return (
    <tr>
      <td>
        <a className="link" href={`/desk/promo-codes/${row.id}`}>
          <bdi dir="ltr">{row.code}</bdi>
        </a>
        <br />
        <span className="small">{PROMO_STATES[row.state]}</span>
        <br />
        <span className="muted small">{periodWords(row.starts_at, row.ends_at) ?? 'always'}</span>
      </td>
      <td>
        <span className="unbroken">{valueWords(row)}</span>
        {row.minimum_total > 0 ? (
          <>
            <br />
            <span className="muted small">
              from <span className="unbroken">{formatMoney(row.minimum_total)}</span>
            </span>
          </>
        ) : null}
      </td>
      <td>
        {usesWords(row)}
        {row.taken_off > 0 ? (
          <>
            <br />
            <span className="muted small">
              <span className="unbroken">{formatMoney(row.taken_off)}</span> off
            </span>
          </>
        ) : null}
      </td>
    </tr>
  )
}
