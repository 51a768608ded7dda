import { formatMoney } from '~/platform/money'
import { Cell, Table, TextLink } from '../list/table'
import { STATE_NAMES } from './product-query'
import type { ProductListRow } from './product-rows'

/** Products, each with a link to its page. */
export function ProductTable({ rows }: { rows: readonly ProductListRow[] }) {
  return (
    <Table
      name="Products"
      rows={rows}
      columns={{
        Product: ({ id, name, category, sku }) => (
          <Cell
            more={[
              <>
                <bdi>{category ?? 'No category'}</bdi> {sku ? <bdi dir="ltr">{sku}</bdi> : null}
              </>,
            ]}
          >
            <TextLink to={`/desk/products/${id}`} text={name} />
          </Cell>
        ),
        State: ({ state }) => STATE_NAMES[state],
        Price: ({ price, discount, final_price: final }) => (
          <Cell more={[discount > 0 && `${formatMoney(price)}, −${discount}%`]}>{formatMoney(final)}</Cell>
        ),
        Stock: ({ stock, low }) => (
          <>
            {stock ?? 'Not counted'}
            {low.length > 0 ? (
              <>
                <br />
                <span className="small" dir="auto">
                  {low.map((size) => `${size.label}: ${size.stock}`).join(', ')}
                </span>
              </>
            ) : null}
          </>
        ),
      }}
      numbers={['Price']}
    />
  )
}
