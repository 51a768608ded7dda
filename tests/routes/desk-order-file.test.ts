import { beforeAll, expect, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { prepareOrder } from '../support/orders.ts'
import type { Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  ;({ desk } = await newOperator('File Person'))
})

/** Places a cash order. Returns its number and phone. */
async function place() {
  const visitor = await signedIn(await newPerson())
  const phone = freshPhone()
  const fields = await prepareOrder(visitor, 'cod')
  const placed = await visitor.post('/checkout', { ...fields, phone, address: '=1 Road', notes: 'Ring, then wait' })
  return { number: placed.url.split('/').at(-1) ?? '', phone }
}

const file = async (query: string) => {
  const response = await desk.request(`/desk/orders/file?${query}`)
  return { name: response.headers.get('content-disposition'), rows: (await response.text()).trim().split('\r\n') }
}

test('the ticked orders are a file with one row each, or one for each line, safe in spreadsheets', async () => {
  const { number, phone } = await place()
  const page = dom(await desk.get(`/desk/orders?search=${number}`))
  const mark = page.querySelector('[name=order]')?.getAttribute('value') ?? ''
  // The sheets of couriers come after them.
  const files = page.querySelectorAll('button[name=file]').map((button) => button.getAttribute('value'))
  expect(files.slice(0, 2)).toEqual(['orders', 'lines'])
  const ticked = `ticked=on&order=${mark}`
  const { name, rows } = await file(`file=orders&${ticked}`)
  expect(name).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/^\uFEFF?"Order","Placed","Status","Payment","Name","Phone","E-mail","Address","City"/)
  expect(rows[1]).toContain(`"${number}"`)
  expect(rows[1]).toContain(`"'+92${phone.slice(1)}"`)
  expect(rows[1]).toContain(`"'=1 Road"`)
  const { data } = await serviceClient().from('orders').select('total_amount').eq('order_id', number).single()
  expect(rows[1]).toContain(`,${data?.total_amount},${data?.total_amount},"","Ring, then wait"`)
  const lines = await file(`file=lines&${ticked}`)
  expect(lines.rows[1]).toMatch(new RegExp(`^"${number}",.*,"Guest robe",`))
  expect((await desk.get('/desk/orders/file?file=orders&ticked=on')).text).toContain('Please tick the orders.')
})

test('all that a list’s filters find is a file, which nobody else gets', async () => {
  const { number } = await place()
  const page = dom(await desk.get(`/desk/orders?search=${number}&method=cod`))
  const links = page.querySelectorAll('a[href^="/desk/orders/file"]').map((link) => link.getAttribute('href') ?? '')
  expect(links.map((link) => new URLSearchParams(link).get('file')).slice(0, 2)).toEqual(['orders', 'lines'])
  const { rows } = await file(links[0]?.split('?')[1] ?? '')
  expect([rows.length, rows[1]?.includes(number)]).toEqual([2, true])
  expect((await newVisitor().get(links[0] ?? '')).status).toBe(404)
})
