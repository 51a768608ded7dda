import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Table } from '../table'
import { STATE_NAMES } from './product-query'
import type { ProductListRow } from './product-rows'

/** Products, each with a link to its page. */
export function ProductTable({ rows }: { rows: readonly ProductListRow[] }) {
  return (
    <Table name="Products" columns={['Product', 'State', 'Price', 'Stock']} numbers={['Price']}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  )
}

function Row({ row }: { row: ProductListRow }) {
  const { id, name, sku, state, category, price, discount, final_price: final, stock, low } = row
  return (
    <tr>
      <td>
        <a className="link" href={`/desk/products/${id}`} {...freeText(name)}>
          {name}
        </a>
        <br />
        <span className="muted small">
          <bdi>{category ?? 'No category'}</bdi> {sku ? <bdi dir="ltr">{sku}</bdi> : null}
        </span>
      </td>
      <td>{STATE_NAMES[state]}</td>
      <td className="number">
        {formatMoney(final)}
        {discount > 0 ? (
          <>
            <br />
            <span className="muted small">
              {formatMoney(price)}, −{discount}%
            </span>
          </>
        ) : null}
      </td>
      <td>
        {stock ?? 'Not counted'}
        {low.length > 0 ? (
          <>
            <br />
            <span className="small" dir="auto">
              {low.map((size) => `${size.label}: ${size.stock}`).join(', ')}
            </span>
          </>
        ) : null}
      </td>
    </tr>
  )
}
