import { formatDateTime } from '~/platform/time'
import { Pages } from '../list/list-page'
import { Cell, OrderLink, Table } from '../list/table'
import { Panel } from '../panel'
import { signed } from './differences'
import type { StockHistory } from './stock.server'

const REASONS: Record<StockHistory['rows'][number]['reason'], string> = {
  sold: 'Sold',
  returned: 'Returned',
  counted: 'Counted',
  received: 'Received',
  damaged: 'Damaged',
  corrected: 'Corrected',
  imported: 'From a file',
}

/** Each change of a product's stock, with its reason, its order and who made it. */
export function StockHistoryPanel({ rows, total }: StockHistory) {
  return (
    <Panel id="task-title" title="History">
      {rows.length === 0 ? <p className="muted">Nothing has changed yet.</p> : null}
      <Table
        name="Changes of stock"
        rows={rows}
        columns={{
          Of: ({ size, color }) => <bdi>{color ? `${size}, ${color}` : size}</bdi>,
          Change: ({ change }) => (change === null ? '–' : signed(change)),
          'In stock': ({ stock_after: after }) => after ?? 'Not counted',
          Why: ({ reason, order_number: order, note }) => (
            <Cell more={[note]}>
              {REASONS[reason]} {order ? <OrderLink id={order} /> : null}
            </Cell>
          ),
          When: ({ at, who }) => <Cell more={[who && breakable(who)]}>{formatDateTime(at)}</Cell>,
        }}
        numbers={['Change', 'In stock']}
        hasHeads
      />
      <Pages total={total} />
    </Panel>
  )
}

/** An operator's address, which breaks before its @ on phones. */
function breakable(address: string) {
  const [name, domain] = address.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  )
}
