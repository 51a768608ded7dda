import { useLoaderData } from '@remix-run/react'
import { COUNTRIES, HOME_COUNTRY } from '~/delivery/countries'
import { ADDRESS_PARTS, TYPED_PARTS } from '~/address/address-parts'
import { normalizeOrderId } from '~/orders/order'
import { PRICES_NEEDED, useAllowed } from '../areas'
import { atDesk, submit } from '../desk.server'
import { deskPage, found } from '../desk-page'
import { choice, line, rupees, WHOLE } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { TextLink } from '../list/table'
import { changeMessage, editOrder } from './edit-order.server'
import { editSchema, itemFields } from './order.schema'
import { readChoices, readOrders, type DeskOrder, type OrderChoices } from './orders.server'

export const { handle, meta } = deskPage('Change an order')

export const loader = atDesk(async ({ operator, params }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  const [orders, choices] = await Promise.all([readOrders(operator, [orderId]), readChoices(operator, orderId)])
  return { order: found(orders[0]), choices }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  const { items } = found((await readOrders(operator, [orderId]))[0])
  return submit(
    context,
    editSchema(items),
    (given) => editOrder(operator, orderId, items, given),
    (_given, made) => [`/desk/orders/${orderId}`, changeMessage(orderId, made)],
  )
})

export default function EditOrder() {
  const { order, choices } = useLoaderData<typeof loader>()
  const isCash = order.payment_method === 'cod'
  const mayPrice = useAllowed('prices')
  const kept = mayPrice ? {} : { readOnly: true }
  return (
    <>
      <h1>
        Change <span className="unbroken">{order.order_id}</span>
      </h1>
      <p className="muted">
        Items keep their prices; what is added costs what it costs today.{' '}
        {isCash
          ? 'The courier collects the new sum.'
          : 'If it was paid and costs less, the difference is refunded. If it costs more, the shopper gets a link to pay the rest.'}{' '}
        The shopper gets one mail about all changes.
      </p>
      <EditForm
        id="edit-order"
        name="Change the order"
        schema={editSchema(order.items)}
        version={order.version}
        fields={[
          <h2 key="items">Items</h2>,
          ...itemRows(order, choices),
          {
            legend: 'Another item',
            isWide: true,
            fields: [
              line('product', 'Product', undefined, { hint: 'Its article number, or its page’s address.', dir: 'ltr' }),
              line(itemFields('new').size, 'Size'),
              line(itemFields('new').color, 'Colour'),
              line(itemFields('new').quantity, 'Pieces', undefined, WHOLE),
            ],
          },
          <h2 key="price">Price</h2>,
          [
            rupees('delivery', 'Delivery in rupees', order.delivery_fee, 'Empty: by the shop’s rules.', kept),
            ...(isCash
              ? [rupees('cash_fee', 'Fee for cash in rupees', order.cash_fee, 'Empty: by the shop’s rules.', kept)]
              : []),
            rupees('discount', 'Discount in rupees', order.discount, mayPrice ? 'Off the goods.' : PRICES_NEEDED, kept),
            line('discount_reason', 'Reason of the discount', order.discount_reason, {
              hint: 'The shopper reads it.',
              ...kept,
            }),
          ],
          <h2 key="address">Delivery</h2>,
          ...addressRows(order),
        ]}
        button="Change the order"
        links={<TextLink to={`/desk/orders/${order.order_id}`} text="Leave it as it is" />}
      />
    </>
  )
}

function itemRows({ items }: DeskOrder, choices: OrderChoices) {
  return items.map(({ id, product_name: name, selected_size: size, selected_color: color, quantity }) => {
    const { sizes = [], colors = [] } = choices[id] ?? {}
    const fields = itemFields(id)
    return {
      legend: name,
      isWide: true,
      fields: [
        ...optionsOf(sizes, size, (options) => choice(fields.size, 'Size', options, size)),
        ...optionsOf(colors, color, (options) => choice(fields.color, 'Colour', options, color)),
        line(fields.quantity, 'Pieces, 0 to remove', quantity, WHOLE),
      ],
    }
  })
}

/** Returns a field to choose among what there is, beside what was chosen; none if there is nothing to choose. */
function optionsOf<Made>(known: readonly string[], chosen: string | null, make: (options: [string, string][]) => Made) {
  const all = [...new Set([...(chosen === null ? [] : [chosen]), ...known])]
  return all.length === 0 ? [] : [make(all.map((one) => [one, one]))]
}

function addressRows({ shipping_address: address, contact_phone: phone }: DeskOrder) {
  const parts = TYPED_PARTS.map((part) => line(part, ADDRESS_PARTS[part].label(), address[ADDRESS_PARTS[part].column]))
  return [
    parts.slice(0, 2),
    ...parts.slice(2, 4),
    parts.slice(4),
    [
      choice(
        'country',
        'Country',
        COUNTRIES.map((name) => [name, name] as const),
        address.country ?? HOME_COUNTRY,
      ),
      line('phone', 'Phone', phone ?? '', { dir: 'ltr', inputMode: 'tel' }),
    ],
  ]
}
