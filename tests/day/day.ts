import type { Hand } from './hand.ts'
import { PRODUCT_NAME, type DayShop } from './shop.ts'

/** What one operator works on. */
export interface Work {
  /** Orders for the courier with an interface. */
  booked: string[]
  /** Orders for a courier of the operator's own. */
  byHand: string[]
  courier: string
  /** Counts the stock of the product while orders go on. */
  counts: boolean
}

export const BOOKED = 'Amna'
export const BY_HAND = 'Bano'
export const NO_ANSWERS = 3
export const CORRECTIONS = 6
export const RETURNED = 3
/** Pieces that a count doesn't find. */
export const LOST = 2
/** Pieces that a shopper buys during the count. */
export const LATE = 1
/** Both operators go on together after it. */
export type Meet = () => Promise<void>

/** Spends a day at the desk, from the confirmation of orders to the couriers' money. */
export async function spendDay(hand: Hand, work: Work, shop: DayShop, meet: Meet): Promise<void> {
  const orders = [...work.booked, ...work.byHand]
  const [returned, kept] = [work.byHand.slice(0, RETURNED), work.byHand.slice(RETURNED)]
  await hand.task(`confirm ${orders.length} orders by phone`, () => confirm(hand, orders))
  await hand.task(`pack ${orders.length} orders`, () => pack(hand, orders))
  // Nobody packs during the count.
  await meet()
  if (work.counts) await hand.task('count the stock of a product', () => countStock(hand, shop))
  await hand.task(`book ${work.booked.length} parcels and open their bills`, () => book(hand, work.booked))
  await hand.task(`enter ${work.byHand.length} tracking numbers`, () => enterNumbers(hand, work))
  await shop.deliver(work.booked)
  await hand.task(`take in ${RETURNED} parcels that came back`, () => takeIn(hand, returned))
  await hand.task(`correct ${CORRECTIONS} steps`, () => correct(hand, work.booked, kept))
  await hand.task(`deliver ${kept.length} orders`, () => deliver(hand, kept))
  await hand.task('settle with the courier', async () => settle(hand, work.courier, await shop.settlementOf(kept)))
  await meet()
}

async function settleCall(hand: Hand, orderId: string, outcome: string, done: string): Promise<void> {
  const { page } = hand
  const form = page.getByRole('form', { name: `What came of ${orderId}` })
  while ((await form.count()) === 0) await hand.tap(page.getByRole('link', { name: 'Next' }))
  await hand.tap(form.getByRole('button', { name: outcome, exact: true }))
  await hand.sees(done)
}

async function confirm(hand: Hand, orders: readonly string[]): Promise<void> {
  await hand.follow('Today')
  await hand.tap(hand.page.getByRole('link', { name: /Cash orders to confirm/ }))
  for (const orderId of orders.slice(0, NO_ANSWERS))
    await settleCall(hand, orderId, 'No answer', `Call 1 about ${orderId} is recorded.`)
  for (const orderId of orders) await settleCall(hand, orderId, 'Confirmed', `Confirmed: ${orderId}.`)
}

async function pack(hand: Hand, orders: readonly string[]): Promise<void> {
  await hand.list(hand.name, ['Waits', 'To pack'])
  await hand.press('Packed')
  await hand.sees(`Packed: ${orders.length} of ${orders.length}.`)
}

/** Counts a size. A shopper buys a piece before the count is saved, so it is compared again. */
async function countStock(hand: Hand, shop: DayShop): Promise<void> {
  await hand.follow('Stock')
  await hand.fill('Name or article number', PRODUCT_NAME)
  await hand.press('Find')
  const { size, pieces } = await shop.shelf()
  await hand.fill(size, String(pieces - LOST))
  await hand.press('Compare with the shop')
  await hand.sees('as in the shop. What the shop has')
  await shop.order('Late', 'Shopper', LATE)
  await hand.press('Save the count')
  await hand.sees('has changed since')
  await hand.press('Save the count')
  await hand.sees('the count is saved, 1 difference.')
}

async function book(hand: Hand, orders: readonly string[]): Promise<void> {
  const { page } = hand
  await hand.list(`${BOOKED} ${hand.name}`, ['Waits', 'To ship'])
  await hand.press('Book with PostEx')
  await hand.sees(`${orders.length} of ${orders.length} parcels done; 0 wait.`)
  for (const link of await page.getByRole('link', { name: /^Airway bills/ }).all()) {
    const path = (await link.getAttribute('href')) ?? ''
    const file = await page.request.get(new URL(path, page.url()).href)
    if (file.headers()['content-type'] !== 'application/pdf') throw new Error(`No airway bills: ${file.status()}`)
  }
}

export const trackingOf = (orderId: string) => orderId.replace('ORD', 'R')

async function enterNumbers(hand: Hand, { byHand, courier }: Work): Promise<void> {
  await hand.follow('Couriers')
  await hand.tap(hand.page.getByRole('link', { name: 'Enter tracking numbers' }))
  await hand.fill('Courier, such as TCS or Leopards', courier)
  await hand.fill('Numbers', byHand.map((orderId) => `${orderId} ${trackingOf(orderId)}`).join('\n'))
  await hand.press('Read the list')
  await hand.press('Record them')
  await hand.sees(`Recorded: ${byHand.length}.`)
}

async function takeIn(hand: Hand, orders: readonly string[]): Promise<void> {
  for (const orderId of orders) {
    await hand.open(orderId)
    await hand.change(orderId, 'Parcel comes back', 'On its way back')
    await hand.change(orderId, 'Parcel is in hand', 'In hand')
  }
}

/** Takes back what was pressed by mistake: a delivery before it happened, a parcel that isn't on its way back, one that was delivered. */
async function correct(hand: Hand, booked: readonly string[], byHand: readonly string[]): Promise<void> {
  const mistakes = [
    ...byHand.slice(0, 2).map((orderId) => [orderId, 'Delivered', 'Delivered'] as const),
    ...byHand.slice(2, 4).map((orderId) => [orderId, 'Parcel comes back', 'On its way back'] as const),
    ...booked.slice(0, 2).map((orderId) => [orderId, 'Parcel comes back', 'On its way back'] as const),
  ]
  for (const [orderId, button, done] of mistakes) {
    await hand.open(orderId)
    await hand.change(orderId, button, done)
    const form = hand.page.locator('form').filter({ hasText: 'Take it back' })
    await hand.fill('Reason', 'The wrong order', form)
    await hand.change(orderId, 'Take it back', 'Taken back')
  }
}

async function deliver(hand: Hand, orders: readonly string[]): Promise<void> {
  await hand.list(`${BY_HAND} ${hand.name}`, ['Status', 'Shipped'])
  await hand.tap(hand.page.getByRole('link', { name: 'Tick all on this page' }))
  await hand.page.waitForURL((url) => url.searchParams.get('all') === 'on')
  await hand.press('Delivered')
  await hand.sees(`Delivered: ${orders.length} of ${orders.length}.`)
}

/** Uploads what a courier pays for, and applies it. */
export async function settle(hand: Hand, courier: string, file: string): Promise<void> {
  await hand.follow('Couriers')
  await hand.tap(hand.page.getByRole('link', { name: 'Settlements', exact: true }))
  await hand.fill('Courier', courier)
  await hand.give('CSV file, up to 5,000 rows', 'day.csv', file)
  await hand.press('Compare with the orders')
  await hand.press('Use these columns')
  await hand.sees('The columns are kept')
  await hand.press('Apply')
  await hand.sees('The settlement is applied.')
}
