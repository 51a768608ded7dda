import { randomUUID } from 'node:crypto'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { normalizeOrderId } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { choiceValue, choiceWords, exchangeChoiceSchema } from '~/returns/exchange-choice'
import { reasonWords, RETURN_REASONS } from '~/returns/return'
import { atDesk, type Desk, makeJson, read, submit } from '../desk.server'
import { deskPage, found } from '../desk-page'
import { area, choice, line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
import { readOrders } from '../orders/orders.server'
import { openReturnSchema, pieceFields } from './return.schema'

export const { handle, meta } = deskPage('Return or exchange')

const choicesSchema = z.record(z.string(), z.object({ left: z.number(), choices: z.array(exchangeChoiceSchema) }))

/** Returns an order's items that can be returned, and what each can be exchanged for: itself, or another product, by its address. */
async function readReturnable(operator: Desk, orderId: string, product: string | null) {
  const choicesOf = (slug: string | null): Promise<z.infer<typeof choicesSchema>> =>
    read(operator.db, 'desk_exchange_choices', { order_id: orderId, product: slug }, choicesSchema)
  const [orders, own, other] = await Promise.all([
    readOrders(operator, [orderId]),
    choicesOf(null),
    product === null ? Promise.resolve<z.infer<typeof choicesSchema>>({}) : choicesOf(product),
  ])
  const order = found(orders[0])
  const items = order.items.flatMap((item) => {
    const { left = 0, choices = [] } = own[item.id] ?? {}
    const others = (other[item.id]?.choices ?? []).filter((one) => one.product_id !== item.product_id)
    return left > 0 ? [{ ...item, left, choices: [...choices, ...others] }] : []
  })
  return { order, items }
}

/** Returns the last part of an address as it was typed or copied. */
function slugOf(request: Request): string | null {
  const typed = new URL(request.url).searchParams.get('product')?.trim()
  return typed ? (typed.split(/[?#]/)[0]?.split('/').pop() ?? null) : null
}

export const loader = atDesk(async ({ operator, params, request }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  const product = slugOf(request)
  const { items } = await readReturnable(operator, orderId, product)
  const isFound = items.some((item) => item.choices.some((one) => one.product_id !== item.product_id))
  return { orderId, items, product, isMissing: product !== null && !isFound, requestKey: randomUUID() }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  const { items } = await readReturnable(operator, orderId, null)
  return submit(
    context,
    openReturnSchema(items),
    async ({ requestKey, kind, reason, note, late, pieces }) => {
      const made = await makeJson(
        operator.db,
        'desk_request_return',
        {
          order_id: orderId,
          request: {
            request_key: requestKey,
            kind,
            reason,
            note: note ?? null,
            days: context.settings.RETURN_DAYS ?? null,
            items: pieces.map(({ id, quantity, instead }) => ({ order_item_id: id, quantity, ...instead })),
          },
          reason: late ?? null,
        },
        z.unknown(),
      )
      sendOrderMailsSoon(context)
      return made
    },
    ({ kind }) => [`/desk/orders/${orderId}`, kind === 'return' ? 'The return is open.' : 'The exchange is open.'],
  )
})

export default function OpenReturn() {
  const { orderId, items, product, isMissing, requestKey } = useLoaderData<typeof loader>()
  // The key of a form that is shown again, by which the form is known and a second press is the same request.
  const typed = useReply()?.initialValue?.requestKey
  return (
    <>
      <h1>
        Return or exchange of <span className="unbroken">{orderId}</span>
      </h1>
      <p className="muted">
        Another size or colour costs nothing. Another product costs what it costs today: what it costs more is collected
        with its parcel, what it costs less goes back.
      </p>
      <form className="panel stack desk-narrow" aria-label="Another product">
        <div className="field">
          <label htmlFor="product">Exchange for another product: the address of its page</label>
          <input id="product" name="product" dir="ltr" defaultValue={product ?? ''} maxLength={200} />
        </div>
        {isMissing ? <p className="error">There is no such product, or nothing of it is in stock.</p> : null}
        <p className="desk-buttons">
          <button className="button button-outline">Show its sizes and colours</button>
        </p>
      </form>
      <EditForm
        id="open-return"
        name="Return or exchange"
        schema={openReturnSchema(items)}
        hidden={{ requestKey: typeof typed === 'string' ? typed : requestKey }}
        fields={[
          choice('kind', 'What the shopper wants', KINDS),
          ...items.map((item) => {
            const { quantity, instead } = pieceFields(item.id)
            return {
              legend: [item.product_name, item.selected_size, item.selected_color, formatMoney(item.price_at_purchase)]
                .filter(Boolean)
                .join(', '),
              isWide: true,
              fields: [
                choice(quantity, 'Pieces that come back', countsTo(item.left)),
                choice(
                  instead,
                  'For an exchange: instead',
                  item.choices.map((one) => [choiceValue(one), choiceWords(one, one.product_id !== item.product_id)]),
                  undefined,
                  'Nothing',
                ),
              ],
            }
          }),
          choice(
            'reason',
            'Reason',
            RETURN_REASONS.map((value) => [value, reasonWords(value)]),
          ),
          area('note', 'What the shopper says (optional)', undefined, 2),
          line('late', 'After the return period: why anyway'),
        ]}
        button="Open the return"
      />
    </>
  )
}

const KINDS = [
  ['return', 'Money back'],
  ['exchange', 'Something else instead'],
] as const

const countsTo = (most: number) =>
  Array.from({ length: most + 1 }, (_, count) => [String(count), String(count)] as const)
