import { randomUUID } from 'node:crypto'
import { askCouriersSoon } from '~/couriers/ask-couriers.server'
import { askedCouriers } from '~/couriers/couriers.server'
import type { RequestContext } from '~/platform/context.server'
import type { Operator } from '../access/operator.server'
import { byIntent, change, submit } from '../desk.server'
import { pathOf } from '../list/list-address'
import { parseMarks } from '../orders/order-query'
import { againSchema, cancelSchema } from './parcel.schema'
import { bookParcels, type Done } from './parcels.server'

export function changeParcels(context: RequestContext, request: Request, operator: Operator) {
  const page = pathOf(request)
  return byIntent<unknown>(context, page, {
    book: () => bookMany(context, operator),
    again: () =>
      submit(
        context,
        againSchema,
        async ({ order: [mark], city }) => {
          const [courier = ''] = askedCouriers(context.settings)
          const booked = await bookParcels(operator, mark ? [mark] : [], { courier, batch: randomUUID(), city })
          const [left] = booked.ok ? booked.value.left : []
          askCouriersSoon(context)
          return left ? { ok: false, refusal: left.join(': ') } : booked
        },
        () => [page, 'It is booked again.'],
      ),
    cancel: () =>
      submit(
        context,
        cancelSchema,
        async ({ id, version }) => {
          const done = await change(operator.db, 'desk_cancel_parcel', { id, version })
          askCouriersSoon(context)
          return done
        },
        () => [page, 'The parcel is cancelled, once its courier has said so.'],
      ),
  })
}

async function bookMany(context: RequestContext, operator: Operator) {
  const [courier] = askedCouriers(context.settings)
  const marks = parseMarks(context.form.getAll('order'))
  if (!courier || marks.length === 0)
    return context.flashes.error('/desk/orders?task=ship', 'Please tick the orders first.')
  const batch = randomUUID()
  const booked = await bookParcels(operator, marks, { courier, batch })
  if (!booked.ok) return context.flashes.error('/desk/orders', booked.refusal)
  askCouriersSoon(context)
  const { done } = booked.value
  const to = done === 0 ? '/desk/couriers' : `/desk/couriers?batch=${batch}`
  const told = messageOf(`To be booked: ${done} of ${marks.length}.`, booked.value)
  return booked.value.left.length === 0 ? context.flashes.success(to, told) : context.flashes.error(to, told)
}

/** A flash message is a cookie, so only a few are named. */
export function messageOf(done: string, { left }: Pick<Done, 'left'>): string {
  const named = left.slice(0, 5).map(([orderId, why]) => `${orderId}: ${why}`)
  return [done, ...named, ...(left.length > 5 ? ['And others.'] : [])].join(' ')
}
