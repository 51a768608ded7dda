import { beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

// Sales at the desk. Each test has its own city or days, which other tests' orders don't have.

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

interface Change {
  created_at?: string
  status?: 'Cancelled' | 'Shipped'
  channel?: 'whatsapp'
}

/** Places a cash order and moves it to a city of the test's own. Returns its number and its sum in rupees. */
async function soldIn(city: string, more: Change = {}) {
  const orderId = await placeOrder(await signedIn(await newPerson()), 'cod')
  const { data, error } = await serviceClient()
    .from('orders')
    .update({ shipping_city: city, ...more })
    .eq('order_id', orderId)
    .select('total_amount')
    .single()
  if (error) throw error
  return { orderId, sum: data.total_amount }
}

const money = (rupees: number) => `Rs. ${rupees.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const today = () => new Date(Date.now() + 5 * 60 * 60 * 1000).toISOString().slice(0, 10)
const period = () => `from=${today()}&until=${today()}`

/** Returns the cells of the row of a table that begins with a name. */
function rowOf(root: ReturnType<typeof dom>, name: string): string[] {
  const row = root.querySelectorAll('tbody tr').find((one) => one.querySelector('th')?.text.trim() === name)
  return row?.querySelectorAll('td').map(({ text }) => text.trim()) ?? []
}

test('each figure of sales opens the entries that make it, and each entry its order (DK-07)', async () => {
  const { orderId, sum } = await soldIn('Skardu', { status: 'Shipped' })
  const cancelled = await soldIn('Skardu', { status: 'Cancelled' })
  const page = await desk.get(`/desk/sales?${period()}&by=city`)
  expect(page.html).not.toMatch(/<script/)
  const root = dom(page)
  const [pieces = '', ...figures] = rowOf(root, 'Skardu')
  expect(Number(pieces)).toBeGreaterThan(0)
  expect(figures).toEqual([money(sum), money(0), money(0), money(sum)])
  const link = root
    .querySelectorAll('tbody a')
    .find((one) => /figure=sold.*city=skardu/.test(one.getAttribute('href') ?? ''))
  const entries = dom(await desk.get((link?.getAttribute('href') ?? '').replaceAll('&amp;', '&')))
  expect(all(entries, '.desk-main b')).toEqual([money(sum)])
  expect([...new Set(all(entries, 'tbody a'))]).toEqual([orderId])
  const others = dom(await desk.get(`/desk/ledger?${period()}&figure=cancelled&city=skardu`))
  expect(all(others, '.desk-main b')).toEqual([money(-cancelled.sum).replace('Rs. -', '−Rs. ')])
  expect([...new Set(all(others, 'tbody a'))]).toEqual([cancelled.orderId])
  expect(all(dom(await desk.get(`/desk/ledger?${period()}&city=skardu`)), '.desk-main b')).toEqual([])
})

test('sales are shown beside the period before, with a list at a time', async () => {
  const root = dom(await desk.get('/desk/sales?from=2021-03-01&until=2021-03-03'))
  const [figures, days] = root.querySelectorAll('table')
  expect(all(figures ?? root, 'thead th')).toEqual(['Figure', '1 Mar 2021 – 3 Mar 2021', '26 Feb 2021 – 28 Feb 2021'])
  expect(all(figures ?? root, 'tbody th')).toEqual([
    'Sold',
    'Refunded',
    'Returned to origin',
    'Net',
    'Remitted by couriers',
    'Card payments',
    'Refunds sent',
    'Money that arrived',
    'Cash orders to confirm',
    'Card orders to pay',
    'Ordered, cancelled since',
    'Cancelled',
  ])
  expect(all(days ?? root, 'tbody th')).toEqual(['3 Mar 2021', '2 Mar 2021', '1 Mar 2021', 'All'])
  expect(root.querySelectorAll('.desk-chart rect')).toHaveLength(3)
  expect(all(root, '.desk-ends span')).toEqual(['1 Mar 2021', '3 Mar 2021'])
  const tabs = root
    .querySelectorAll('.desk-tabs a')
    .map((tab) => tab.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
  expect(tabs).toHaveLength(8)
  for (const tab of tabs) expect([tab, (await desk.get(tab)).status]).toEqual([tab, 200])
})

test('a period that is none counts as the last thirty days, a longer one is cut to a year', async () => {
  const days = async (query: string) => {
    const [, table] = dom(await desk.get(`/desk/sales${query}`)).querySelectorAll('table')
    return (table?.querySelectorAll('tbody tr').length ?? 0) - 1
  }
  for (const query of ['', '?from=nonsense&until=2021-02-30', '?from=2021-05-02&until=2021-05-01', '?from=%00'])
    expect([query, await days(query)]).toEqual([query, 30])
  expect(await days('?from=2020-01-01&until=2021-12-31')).toBe(366)
})

test('a file has the figures of a list, is stored nowhere, and holds no formulas', async () => {
  const { sum } = await soldIn('=cmd|"/c calc"!A1', { status: 'Shipped', channel: 'whatsapp' })
  const response = await desk.request(`/desk/sales/export?by=city&${period()}`)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="sales-by-city-${today()}-${today()}.csv"`,
  )
  const [head, ...rows] = await readCsv(response)
  expect(head).toEqual(['City', 'Pieces', 'Sold', 'Refunded', 'Returned to origin', 'Net'])
  const row = rows.find(([city]) => city === `'=Cmd|"/C Calc"!A1`)
  expect(row?.slice(2).map(Number)).toEqual([sum, 0, 0, sum])
  const channels = await readCsv(await desk.request(`/desk/sales/export?by=channel&${period()}`))
  expect(channels.map(([name]) => name)).toContain('WhatsApp')
  for (const by of ['day', 'product', 'category', 'color', 'courier', 'reason'])
    expect((await desk.request(`/desk/sales/export?by=${by}`)).headers.get('content-type')).toMatch(/^text\/csv/)
  expect((await desk.request('/desk/sales/export?by=nonsense')).status).toBe(404)
})

test('the accountant’s file has all entries of a month, whose figures add up to those of the page (DK-07)', async () => {
  const { orderId, sum } = await soldIn('Hunza', { status: 'Shipped' })
  const waiting = await soldIn('Hunza')
  const month = today().slice(0, 7)
  const response = await desk.request(`/desk/ledger/export?month=${month}`)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="entries-${month}.csv"`)
  const [head = [], ...rows] = await readCsv(response)
  expect(head).toEqual(
    'Number,Time,Order,Account,Kind,Amount,Figure,Cause,About,Who,Courier,Reason,Product,Pieces,Invoice,Credit note,Tax in it'.split(
      ',',
    ),
  )
  const entries = rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])))
  const sumOf = (figure: string, ...orders: string[]) =>
    entries
      .filter((entry) => entry.Figure === figure && orders.includes(entry.Order ?? ''))
      .reduce((all, { Amount }) => all + Number(Amount), 0)
  expect([sumOf('Sold', orderId, waiting.orderId), sumOf('Cash orders to confirm', orderId, waiting.orderId)]).toEqual([
    sum,
    waiting.sum,
  ])
  const shipped = entries.filter(({ Order, Figure }) => Order === orderId && Figure === 'Sold')
  expect([...new Set(shipped.map(({ Invoice }) => /^INV-\d{6}$/.test(Invoice ?? '')))]).toEqual([true])
  expect(shipped[0]).toMatchObject({ Account: 'Order', Kind: 'Goods', Cause: 'Placed' })
  expect(shipped[0]?.Time?.slice(0, 7)).toBe(month)
  const page = dom(await desk.get(`/desk/sales?${period()}&by=city`))
  expect(rowOf(page, 'Hunza')[1]).toBe(money(sum))
  for (const wrong of ['', '?month=2026-13', '?month=%00'])
    expect((await desk.request(`/desk/ledger/export${wrong}`)).status).toBe(404)
})

/** Reads a file by RFC 4180 with its mark, independently of the shop's own reader, and throws at anything else. */
async function readCsv(response: Response): Promise<string[][]> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await response.arrayBuffer())
  const line = /(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*\r\n/y
  const rows: string[][] = []
  if (!text.startsWith('\uFEFF')) throw new Error('The file has no mark.')
  line.lastIndex = 1
  while (line.lastIndex < text.length) {
    const at = line.lastIndex
    const [found] = line.exec(text) ?? []
    if (!found) throw new Error(`Not a line: ${text.slice(at, at + 100)}`)
    const cells = [...found.slice(0, -2).matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)]
    rows.push(cells.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain))
  }
  if (new Set(rows.map(({ length }) => length)).size > 1) throw new Error('Rows have different numbers of cells.')
  return rows
}

/** Tells the database what a run of a process has counted. */
async function countFunnel(run: string, day: string, counts: Record<string, number>) {
  const sums = Object.entries(counts).map(([step, count]) => ({ day, step, count }))
  const { error } = await serviceClient().rpc('count_funnel', { p_run: run, p_counts: sums })
  expect(error).toBeNull()
}

test('the funnel is listed by day, from views to returns, with the shares of steps (SF-06)', async () => {
  const [run, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await countFunnel(run, '2021-08-02', { viewed: 30, prefetched: 4, in_cart: 8, checkout: 4 })
  // Told again, and late: sums only grow.
  await countFunnel(run, '2021-08-02', { viewed: 30, in_cart: 7 })
  await countFunnel(other, '2021-08-02', { viewed: 10, in_cart: 2 })
  await soldIn('Gilgit', { created_at: '2021-08-02T08:00:00Z' })
  await soldIn('Gilgit', { created_at: '2021-08-02T08:00:00Z', status: 'Cancelled' })
  const page = await desk.get('/desk/funnel?from=2021-08-01&until=2021-08-02')
  expect(page.html).not.toMatch(/<script/)
  const root = dom(page)
  const rows = root
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map(({ text }) => text.trim()))
  expect(rows).toEqual([
    ['2 Aug 2021', '40', '4', '10', '4', '2', '0', '0', '0', '5.0 %'],
    ['1 Aug 2021', '0', '0', '0', '0', '0', '0', '0', '0', '–'],
  ])
  expect(all(root, '.desk-totals dd')).toEqual(['25.0 %', '40.0 %', '50.0 %', '0.0 %', '0.0 %', '–'])
  expect(all(dom(await desk.get('/desk')), '.desk-wide a')).toContain('Funnel')
})
