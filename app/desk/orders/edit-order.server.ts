import { z } from 'zod'
import { eachColumn } from '~/address/address-parts'
import { formatMoney } from '~/platform/money'
import { makeJson, type Desk } from '../desk.server'
import { amounts, flags } from '../rows'
import { itemFields, type Edit } from './order.schema'

const changedSchema = z.object({ ...flags('is_changed'), ...amounts('total_amount') })

/** Changes an order that isn't sent yet. Refuses in words for the operator. */
export const editOrder = ({ db }: Desk, orderId: string, items: readonly { id: string }[], edit: Edit) =>
  makeJson(
    db,
    'desk_edit_order',
    {
      order_id: orderId,
      version: edit.version,
      change: {
        address: addressOf(edit),
        items: [
          ...items.map(({ id }) => ({ id, ...lineOf(edit, id) })),
          ...(edit.product ? [{ product: edit.product, ...lineOf(edit, 'new') }] : []),
        ],
        delivery_fee: edit.delivery ?? null,
        cash_fee: edit.cash_fee ?? null,
        discount: edit.discount ?? 0,
        discount_reason: edit.discount_reason ?? null,
      },
    },
    changedSchema,
  )

export const changeMessage = (
  orderId: string,
  { is_changed: isChanged, total_amount: total }: z.output<typeof changedSchema>,
) => (isChanged ? `Changed: ${orderId} costs ${formatMoney(total)} now.` : 'Nothing was changed.')

function addressOf(edit: Edit) {
  return { ...eachColumn((part) => edit[part] ?? null), country: edit.country, phone: edit.phone }
}

function lineOf(edit: Edit, item: string) {
  const { size, color, quantity } = itemFields(item)
  return { size: edit[size] ?? null, color: edit[color] ?? null, quantity: edit[quantity] ?? null }
}
