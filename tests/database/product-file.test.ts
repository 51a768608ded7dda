import { expect, test } from 'vitest'
import { COLUMNS } from '../../app/desk/import/columns.ts'
import { FLAG_NAMES } from '../../app/desk/products/product-query.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const OF_SIZES = ['size', 'stock', 'stock_by_color', 'cup', 'material', 'stock_was', 'stock_by_color_was']

test('the desk has a tick for each flag of products, and the file a heading for each cell', async () => {
  const database = await freshDatabase()
  const { rows: flags } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'products' and data_type = 'boolean' and column_name not in ('is_active', 'has_no_size')`,
  )
  const { rows: cells } = await database.query<{ name: string }>(
    `select distinct key as name from shop.product_cells(array(select id from products limit 1)), jsonb_object_keys(cells) key`,
  )
  await database.end()
  expect([...FLAG_NAMES].toSorted()).toEqual(flags.map(({ name }) => name).toSorted())
  const apart = ['product', 'version', ...OF_SIZES]
  expect([...COLUMNS].toSorted()).toEqual([...apart, ...cells.map(({ name }) => name)].toSorted())
})
