import type { RequestContext } from '~/platform/context.server'
import { succeed } from '~/platform/result'
import { bySizeMoves, readGrid } from '../stock/grid'
import type { Operator } from '../access/operator.server'
import { change, press, submit } from '../desk.server'
import { found } from '../desk-page'
import { moveStock, readStock } from '../stock/stock.server'
import { partUrl } from './product-query'
import { gridSchema, stockSchema } from './product.schema'
import { readProduct } from './products.server'
import { readSizes } from './stock-fields'

/** The handlers of the forms of a product's sizes and their stock. */
export function stockHandlers(context: RequestContext, operator: Operator, id: string) {
  const stock = partUrl(id, 'stock')
  const setNoSize = (hasNone: boolean, words: string) =>
    press(context, stock, (version) => change(operator.db, 'desk_set_no_size', { id, version, has_no_size: hasNone }), [
      stock,
      words,
    ])
  return {
    stock: () => saveStock(context, operator, id),
    grid: () => saveGrid(context, operator, id),
    by_size: () => countBySize(context, operator, id),
    no_size: () => setNoSize(true, 'Shoppers choose no size of it.'),
    has_size: () => setNoSize(false, 'It is to have sizes. Please add them.'),
  }
}

function saveStock(context: RequestContext, operator: Operator, id: string) {
  return submit(
    context,
    stockSchema,
    async ({ version }) => {
      const sizes = readSizes(context.form, found(await readProduct(operator, id)).sizes)
      if (!sizes.ok) return { ...sizes, status: 400 }
      return change(operator.db, 'desk_save_stock', { product: id, version, sizes: sizes.value })
    },
    ({ page }) => [partUrl(id, 'stock', page), 'The stock is saved.'],
  )
}

function saveGrid(context: RequestContext, operator: Operator, id: string) {
  return submit(
    context,
    gridSchema,
    async () => {
      const moves = readGrid(context.form, found(await readStock(operator, id)))
      if (!moves.ok) return { ...moves, status: 400 }
      return moves.value.length === 0 ? succeed(null) : moveStock(operator, moves.value, 'counted')
    },
    ({ page }) => [partUrl(id, 'stock', page), 'The stock is saved.'],
  )
}

function countBySize(context: RequestContext, operator: Operator, id: string) {
  const page = partUrl(id, 'stock')
  const sum = async () => moveStock(operator, bySizeMoves(found(await readStock(operator, id))), 'corrected')
  return press(context, page, sum, [page, 'Its pieces are counted by size again.'])
}
