import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { launchChromium } from '../support/chromium.ts'
import { AuthenticatorApp, privatePath, runOperator } from '../support/desk.ts'
import { serviceBackend } from '../support/orders.ts'
import { auditDay } from './books.ts'
import { BOOKED, BY_HAND, LATE, LOST, settle, spendDay, type Meet, type Work } from './day.ts'
import { Hand } from './hand.ts'
import { openDayShop, PRODUCT, type DayShop } from './shop.ts'

/**
 * `npm run measure -- day`: two operators spend a day at the desk of one shop at the same time, one on a phone without JavaScript, one on a
 * desktop with it. Each takes 40 orders (`--orders`) from the confirmation to the courier's money. Prints seconds and taps of each task, and
 * exits with 1 when an amount, a piece, a mail or a step was lost or doubled.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '40' } } })
const HALF = Number(values.orders) / 2

const OPERATORS: Record<string, BrowserContextOptions> = {
  Iqbal: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, javaScriptEnabled: false },
  Malik: { viewport: { width: 1280, height: 800 } },
}

const shop = await openDayShop()
const browser = await launchChromium()
try {
  const stockBefore = await stock(shop)
  const work = await placeOrders(shop)
  const meet = meetingOf(work.length)
  const hands = await Promise.all(Object.entries(OPERATORS).map((one) => seat(browser, shop, ...one)))
  await Promise.all(hands.map((hand, place) => spendDay(hand, work[place] as Work, shop, meet)))
  const booked = await shop.settlementOf(work.flatMap((one) => one.booked))
  const [first, second] = hands as [Hand, Hand]
  await second.task('settle with PostEx for both', () => settle(second, 'PostEx', booked))
  await first.task('see that PostEx is settled', () => seeSettled(first, booked))
  await sendMails(shop)
  const orders = work.flatMap((one) => [...one.booked, ...one.byHand])
  const problems = await auditDay(shop, orders, hands.length)
  const { rows } = await shop.database.query(
    `select count(*)::int as sold from orders where order_id = any ($1) and status = 'Delivered'`,
    [orders],
  )
  const gone = stockBefore - (await stock(shop))
  const known = rows[0].sold + LATE + LOST
  if (gone !== known) problems.push(`stock: ${gone} pieces are gone, ${known} were sold or lost.`)
  print(hands)
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) console.log('\nNothing is lost or doubled: amounts, pieces, mails, steps.')
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await shop.stop()
}

/** The operators' orders come in turn. */
function placeOrders({ order }: DayShop): Promise<Work[]> {
  return Promise.all(
    Object.keys(OPERATORS).map(async (family, place) => ({
      booked: await order(BOOKED, family, HALF),
      byHand: await order(BY_HAND, family, HALF),
      courier: `Rider of ${family}`,
      counts: place === 0,
    })),
  )
}

async function seat(from: Browser, { url, settings }: DayShop, name: string, options: BrowserContextOptions) {
  const context = await from.newContext({ ...options, baseURL: url })
  // Bookings take their time where other programs run.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const [email, password] = [`${name.toLowerCase()}@example.com`, 'a-good-password']
  await serviceBackend(settings).auth.admin.createUser({ email, password, email_confirm: true })
  await page.goto(privatePath(await runOperator(settings, url, email)))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL('**/sign-in/code*')
  await page.getByLabel('Code of your authenticator app').fill(new AuthenticatorApp(await page.content()).currentCode())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/desk/recovery-codes*')
  await page.goto('/desk')
  return new Hand(page, name)
}

/** The same file again is the same settlement, which is applied. */
async function seeSettled(hand: Hand, file: string): Promise<void> {
  await hand.follow('Couriers')
  await hand.tap(hand.page.getByRole('link', { name: 'Settlements', exact: true }))
  await hand.fill('Courier', 'PostEx')
  await hand.give('CSV file, up to 5,000 rows', 'day.csv', file)
  await hand.press('Compare with the orders')
  await hand.sees(', applied ')
  if (await hand.page.getByRole('button', { name: 'Apply' }).isVisible())
    throw new Error('A settlement can be applied twice.')
}

/** The mails of the last steps wait until those can't be taken back without them. */
async function sendMails({ database, run }: DayShop): Promise<void> {
  await database.query(`update order_mails set due_at = now() where state = 'waiting'`)
  await run('--send-mails')
}

async function stock({ database }: DayShop): Promise<number> {
  const { rows } = await database.query<{ stock: number }>(
    'select sum(v.stock)::int as stock from product_variants v join products p on p.id = v.product_id where p.slug = $1',
    [PRODUCT],
  )
  return rows[0]?.stock ?? 0
}

/** Returns what lets each of `count` operators wait for the others, as often as they like. */
function meetingOf(count: number): Meet {
  let [missing, { promise, resolve }] = [count, Promise.withResolvers<void>()]
  return () => {
    const present = promise
    missing -= 1
    if (missing === 0) {
      resolve()
      ;[missing, { promise, resolve }] = [count, Promise.withResolvers<void>()]
    }
    return present
  }
}

function print(hands: readonly Hand[]): void {
  const cell = (hand: Hand | undefined, task: string) => {
    const effort = hand?.efforts.get(task)
    return effort ? `${effort.seconds.toFixed(1)} s, ${effort.taps} taps` : '–'
  }
  console.log('| Task | Phone without JavaScript | Desktop |\n|---|---:|---:|')
  for (const task of new Set(hands.flatMap(({ efforts }) => [...efforts.keys()])))
    console.log(`| ${task} | ${cell(hands[0], task)} | ${cell(hands[1], task)} |`)
}
