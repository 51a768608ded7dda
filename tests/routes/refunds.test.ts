import { expect, inject, test } from 'vitest'
import { beginAtPayfast, placeOrder } from '../support/checkout.ts'
import { all, dom } from '../support/page-dom.ts'
import { asPerson, mailTo, newPerson, serviceClient, signedIn, type Person } from '../support/people.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'
import type { Visitor } from '../support/visitor.ts'
import { whileOutOfStock } from '../support/orders.ts'

interface Order {
  person: Person
  visitor: Visitor
  orderId: string
  /** Rupees with two decimals. */
  total: string
  change: (values: OrderChange) => Promise<void>
}

type OrderChange = Parameters<ReturnType<typeof ordersTable>['update']>[0]
const ordersTable = () => serviceClient().from('orders')

async function pending(): Promise<Order> {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  const { data } = await ordersTable().select('total_amount').eq('order_id', orderId).single()
  const change = async (values: OrderChange) => {
    const { error } = await ordersTable().update(values).eq('order_id', orderId)
    if (error) throw error
  }
  return { person, visitor, orderId, total: Number(data?.total_amount).toFixed(2), change }
}

/** Ends the order's hold, sells the last pieces to somebody else, runs a function, and restores the stock. */
async function whileSoldOut({ orderId, change }: Order, work: () => Promise<unknown>): Promise<void> {
  await change({ hold_until: new Date(Date.now() - 60_000).toISOString() })
  await serviceClient().rpc('flag_stale_payments')
  await whileOutOfStock(serviceClient(), orderId, work)
}

interface Case {
  name: string
  reason: string
  /** The text after the sum. */
  words: string
  /** The text before the sum. */
  begins?: string
  /** What happens between the order and the payment that is refunded. */
  pay: (order: Order, pay: () => Promise<string>, payAgain: () => Promise<string>) => Promise<unknown>
}

const CASES: Case[] = [
  {
    name: 'a payment that arrives when the order has lapsed and is sold out',
    reason: 'too_late',
    words: 'it arrived after the order had lapsed, and something in it is sold out now.',
    pay: (order, pay) => whileSoldOut(order, pay),
  },
  {
    name: 'a second payment of one order',
    reason: 'paid_twice',
    begins: 'One payment too many; we refund',
    words: '.',
    pay: async (_order, pay, payAgain) => (await pay(), payAgain()),
  },
  {
    name: 'a payment of a cancelled order',
    reason: 'order_cancelled',
    words: 'the order was cancelled.',
    pay: async ({ change }, pay) => (await change({ status: 'Cancelled' }), pay()),
  },
  {
    name: 'a payment of an order that is paid in cash',
    reason: 'cash_order',
    words: 'this order is cash on delivery.',
    pay: async ({ change }, pay) => (await change({ payment_method: 'cod' }), pay()),
  },
  {
    name: 'a payment of another amount than the order’s',
    reason: 'wrong_amount',
    words: 'it is not what the order costs.',
    pay: async ({ change, total }, pay) => {
      await change({ subtotal: Number(total) + 50, delivery_fee: 150, total_amount: Number(total) + 200 })
      return pay()
    },
  },
]

test.each(CASES)('$name shows in the operators’ list, on the order and in a mail', async (one) => {
  const order = await pending()
  const { person, visitor, orderId, total } = order
  const [pay, payAgain] = [await beginAtPayfast(visitor, orderId), await beginAtPayfast(visitor, orderId)]
  await one.pay(
    order,
    () => pay('pay'),
    () => payAgain('pay'),
  )
  const { data } = await serviceClient().rpc('list_refunds_due')
  expect(data?.filter((due) => due.order_id === orderId)).toMatchObject([
    { amount: Number(total), reason: one.reason, provider: 'payfast', contact_email: person.email },
  ])
  const sum = `Rs. ${Number(total).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const notice = one.begins ? `${one.begins} ${sum}${one.words}` : `We received a payment of ${sum}, but ${one.words}`
  const page = await visitor.get(`/profile/active-orders/${orderId}`)
  expect(all(dom(page), 'main .notice')).toContain(
    `${notice} We will send it back the way you paid. You don’t have to do anything.`,
  )
  const mail = await mailTo(person.email, new RegExp(`^A payment for your order ${orderId}$`))
  expect(mail.text).toContain(notice)
  expect(mail.text).toContain(`${inject('shopUrl')}/profile/active-orders/${orderId}`)
})

test('drops a sent refund from the list, and shows its date on the order', async () => {
  const { visitor, orderId, change } = await pending()
  const pay = await beginAtPayfast(visitor, orderId)
  await change({ status: 'Cancelled' })
  await pay('pay')
  const { data } = await serviceClient().rpc('list_refunds_due')
  const due = data?.find((refund) => refund.order_id === orderId)
  await serviceClient()
    .from('refunds')
    .update({ refunded_at: '2026-11-20T10:00:00Z' })
    .eq('id', due?.id ?? '')
  const after = await serviceClient().rpc('list_refunds_due')
  expect(after.data?.some((refund) => refund.order_id === orderId)).toBe(false)
  const page = await visitor.get(`/profile/active-orders/${orderId}`)
  expect(page.text).toContain('but the order was cancelled. We sent it back to you on 20/11/2026.')
})

test('leads a shopper who returns from a refunded payment to the order', async () => {
  const order = await pending()
  const pay = await beginAtPayfast(order.visitor, order.orderId)
  await whileSoldOut(order, async () => {
    const back = new URL(await pay('pay'))
    const page = await order.visitor.get(back.pathname + back.search)
    expect(page.url).toBe(`/profile/active-orders/${order.orderId}`)
    expect(page.text).toContain('We will send it back the way you paid.')
  })
})

test('shows the list of refunds to operators only', async () => {
  const shopper = await asPerson(await newPerson())
  expect((await shopper.rpc('list_refunds_due')).error?.code).toBe('42501')
})

test('npm run serve -- --refunds-due prints the due refunds', async () => {
  const { visitor, orderId, change } = await pending()
  const pay = await beginAtPayfast(visitor, orderId)
  await change({ status: 'Cancelled' })
  await pay('pay')
  const { stdout } = await runCommand(
    shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'),
    '--refunds-due',
  )
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ order_id: orderId, reason: 'order_cancelled' }))
})
