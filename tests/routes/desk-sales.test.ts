import { beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

// Sales at the desk. Each test has its own day, long before other tests' orders.

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

/** Places a cash order and moves it to a day and a city. Returns its sum in rupees. */
async function soldOn(day: string, city: string, more: { status?: 'Cancelled'; channel?: 'whatsapp' } = {}) {
  const orderId = await placeOrder(await signedIn(await newPerson()), 'cod')
  const change = { created_at: `${day}T08:00:00Z`, shipping_city: city, ...more }
  const { data, error } = await serviceClient()
    .from('orders')
    .update(change)
    .eq('order_id', orderId)
    .select('total_amount')
    .single()
  if (error) throw error
  return data.total_amount
}

const money = (rupees: number) => `Rs. ${rupees.toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('sales are listed by day, product, city and how they came in, with the average order and cancelled cash orders (DK-07)', async () => {
  const sum = await soldOn('2021-03-02', 'Skardu')
  await soldOn('2021-03-02', 'Skardu', { status: 'Cancelled' })
  const page = await desk.get('/desk/sales?from=2021-03-01&until=2021-03-03')
  expect(page.html).not.toMatch(/<script/)
  const root = dom(page)
  expect(all(root, '.desk-totals dd')).toEqual([money(sum), '1', money(sum), '0', '1 of 2'])
  const [days, products, cities, channels] = root.querySelectorAll('table')
  expect(all(days ?? root, 'tbody th')).toEqual(['03/03/2021', '02/03/2021', '01/03/2021'])
  expect(all(products ?? root, 'tbody th')).toHaveLength(1)
  expect(all(cities ?? root, 'tbody tr > *')).toEqual(['Skardu', '1', money(sum), money(sum), '0', '2', '1'])
  expect(all(channels ?? root, 'tbody tr > *')).toEqual(['The shop', '1', money(sum), money(sum), '0', '2', '1'])
  expect(root.querySelectorAll('.desk-chart rect')).toHaveLength(3)
  expect(all(root, '.desk-ends span')).toEqual(['01/03/2021', '03/03/2021'])
})

test('a period that is none counts as the last thirty days, a longer one is cut to a year', async () => {
  const days = async (query: string) => {
    const [table] = dom(await desk.get(`/desk/sales${query}`)).querySelectorAll('table')
    return table?.querySelectorAll('tbody tr').length
  }
  for (const query of ['', '?from=nonsense&until=2021-02-30', '?from=2021-05-02&until=2021-05-01', '?from=%00'])
    expect([query, await days(query)]).toEqual([query, 30])
  expect(await days('?from=2020-01-01&until=2021-12-31')).toBe(366)
})

test('a file has the same figures, is stored nowhere, and holds no formulas', async () => {
  const sum = await soldOn('2021-06-02', '=cmd|"/c calc"!A1')
  const response = await desk.request('/desk/sales/export?by=city&from=2021-06-01&until=2021-06-30')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="sales-by-city-2021-06-01-2021-06-30.csv"',
  )
  const [head, row, end] = (await response.text()).replace('\uFEFF', '').split('\r\n')
  expect(head).toBe('"City","Orders","Sum","Average order","Returns","Cash orders","Cancelled cash orders"')
  expect(row).toBe(`"'=cmd|""/c calc""!A1",1,${sum},${sum},0,1,0`)
  expect(end).toBe('')
  const answered = await soldOn('2021-06-03', 'Hunza', { channel: 'whatsapp' })
  const channels = await desk.request('/desk/sales/export?by=channel&from=2021-06-03&until=2021-06-03')
  expect((await channels.text()).split('\r\n').slice(1, 2)).toEqual([`"WhatsApp",1,${answered},${answered},0,1,0`])
  for (const by of ['day', 'product'])
    expect((await desk.request(`/desk/sales/export?by=${by}`)).headers.get('content-type')).toMatch(/^text\/csv/)
  expect((await desk.request('/desk/sales/export?by=nonsense')).status).toBe(404)
})

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
  await soldOn('2021-08-02', 'Hunza')
  await soldOn('2021-08-02', 'Hunza', { status: 'Cancelled' })
  const page = await desk.get('/desk/funnel?from=2021-08-01&until=2021-08-02')
  expect(page.html).not.toMatch(/<script/)
  const root = dom(page)
  const rows = root
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map(({ text }) => text.trim()))
  expect(rows).toEqual([
    ['02/08/2021', '40', '4', '10', '4', '2', '0', '0', '0', '5.0 %'],
    ['01/08/2021', '0', '0', '0', '0', '0', '0', '0', '0', '–'],
  ])
  expect(all(root, '.desk-totals dd')).toEqual(['25.0 %', '40.0 %', '50.0 %', '0.0 %', '0.0 %', '–'])
  expect(all(dom(await desk.get('/desk')), '.desk-wide a')).toContain('Funnel')
})
