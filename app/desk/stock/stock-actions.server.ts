import { data } from '@remix-run/node'
import type { RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { counted } from '~/platform/text'
import { type Count, readCount, readMoves } from './cells'
import type { Operator } from '../access/operator.server'
import { byIntent, change, submit } from '../desk.server'
import { moveStock, type ProductStock } from './stock.server'
import { shelfSchema, stockTaskSchema, taskUrl } from './stock-tasks'

/** A count that is compared with the shop's stock, before it is saved. */
export interface Review extends Count {
  seen: string
  /** Why it wasn't saved. */
  refusal: string | null
}

const CHANGED = 'The shop’s stock has changed since. Please look at the differences again.'

export function changeStock(context: RequestContext, operator: Operator, stock: ProductStock, splits: boolean) {
  const move = (sign: 1 | -1) =>
    submit(
      context,
      stockTaskSchema,
      async (given) => {
        const moves = readMoves(context.form, stock, sign)
        if (!moves.ok) return { ...moves, status: 400 }
        return moveStock(operator, moves.value, sign === 1 ? 'received' : 'damaged', given)
      },
      () => [taskUrl(stock.id, 'history'), sign === 1 ? 'The pieces are added.' : 'The pieces are taken off.'],
    )
  return byIntent<unknown>(context, taskUrl(stock.id, 'count', splits), {
    count: () => count(context, operator, stock, splits),
    receive: () => move(1),
    damage: () => move(-1),
    shelf: () =>
      submit(
        context,
        shelfSchema,
        ({ shelf }) => change(operator.db, 'desk_set_shelf', { id: stock.id, shelf }),
        () => [taskUrl(stock.id, 'count', splits), 'The shelf is saved.'],
      ),
  })
}

/** Compares a count with the stock, and saves it once the differences were seen, or if there are none. */
async function count(context: RequestContext, operator: Operator, stock: ProductStock, splits: boolean) {
  const form = await parseForm(context.form, stockTaskSchema)
  if (!form.ok) return invalid(form)
  const read = readCount(context.form, stock, splits)
  if (!read.ok) return refused(form, read.refusal, 400)
  const { moves, agreeing } = read.value
  const next = '/desk/stock'
  if (moves.length === 0)
    return context.flashes.success(next, `${stock.name}: ${counted(agreeing, 'number')} counted, as in the shop.`)
  const seen = JSON.stringify(moves)
  const saved = seen === form.value.seen ? await moveStock(operator, moves, 'counted', form.value) : null
  if (saved?.ok)
    return context.flashes.success(next, `${stock.name}: the count is saved, ${counted(moves.length, 'difference')}.`)
  const refusal = saved?.refusal ?? (form.value.seen === undefined ? null : CHANGED)
  const review: Review = { ...read.value, seen, refusal }
  return data({ form: form.reply, review }, { status: refusal === null ? 200 : 409 })
}
