import { expect, test } from 'vitest'
import { inboxUrl, talkFilter } from '../../app/desk/chat/talk-filters.ts'
import { parseProductQuery, productListUrl, type ProductQuery } from '../../app/desk/products/product-query.ts'
import { actionsOf, ACTIONS_FOR_MANY, ACTION_WORDS, ORDER_ACTIONS } from '../../app/desk/orders/order-actions.ts'
import { isFiltered, markOf, orderListUrl, parseMarks, parseOrderQuery } from '../../app/desk/orders/order-query.ts'
import { pageNumber, searchWords } from '../../app/desk/list/list-address.ts'
import { entriesUrl, parseEntryQuery, rowName, rowUrl } from '../../app/desk/sales/figures.ts'
import { daysOf, parseMonth, parsePeriod, periodBefore, periodQuery } from '../../app/desk/sales/period.ts'
import { madeWords } from '../../app/desk/lists/list.ts'
import { LISTS } from '../../app/desk/lists/lists.ts'
import { STATUSES } from '../../app/orders/order.ts'

// How the lists of the desk read their addresses, and what can be done with an order.

const parameters = (text: string) => new URLSearchParams(text)

test('the number of a page is a whole number from 1 below 100000, else 1', () => {
  const pageOf = (page: string) => [pageNumber(parameters(page)), parseOrderQuery(parameters(page)).page]
  for (const [text, page] of [
    ['page=1', 1],
    ['page=2', 2],
    ['page=99999', 99_999],
    ['page=100000', 1],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=1.5', 1],
    ['page=two', 1],
    ['page=Infinity', 1],
    ['', 1],
  ] as const)
    expect([text, ...pageOf(text)]).toEqual([text, page, page])
})

test('what is searched for has at most 100 characters, without NUL', () => {
  const searched = (text: string) => {
    const given = new URLSearchParams({ search: text })
    return [searchWords(given), parseProductQuery(given).search]
  }
  expect(searched(' la\u0000ce\u0000 ')).toEqual(['lace', 'lace'])
  expect(searched('x'.repeat(101))).toEqual(['x'.repeat(100), 'x'.repeat(100)])
  expect([searchWords(parameters('')), parseProductQuery(parameters('')).search]).toEqual(['', ''])
})

const NO_ORDER_FILTER = {
  search: '',
  task: null,
  status: null,
  method: null,
  channel: null,
  from: null,
  until: null,
  page: 1,
}

test('the list of orders reads its address, and drops what it doesn’t know', () => {
  expect(parseOrderQuery(parameters(''))).toEqual(NO_ORDER_FILTER)
  const known = {
    search: 'ORD-1',
    task: 'pack',
    status: 'Shipped',
    method: 'cod',
    channel: 'whatsapp',
    from: '2026-02-01',
    until: '2026-02-28',
    page: 3,
  } as const
  expect(parseOrderQuery(parameters(orderListUrl(known).split('?')[1] ?? ''))).toEqual(known)
  expect(parseOrderQuery(parameters('method=payfast')).method).toBe('payfast')
  const unknown = 'task=x&status=shipped&method=card&channel=fax&from=2026-13-01&until=01/02/2026'
  expect(parseOrderQuery(parameters(unknown))).toEqual(NO_ORDER_FILTER)
  const noDays = ['2026-02-31', '2026-2-01', '+002026-02-01', '2026-02-01T10:00', '2026-02-01x', '1999-02-01', '']
  for (const day of noDays) expect([day, parseOrderQuery(new URLSearchParams({ from: day })).from]).toEqual([day, null])
})

test('the address of a list of orders leaves out the first page and what is empty', () => {
  expect(orderListUrl({ ...NO_ORDER_FILTER })).toBe('/desk/orders')
  expect(orderListUrl({ search: '', status: null, page: 2 })).toBe('/desk/orders?page=2')
  expect(orderListUrl({ task: 'ship', page: 1 })).toBe('/desk/orders?task=ship')
  for (const task of ['confirm', 'pack', 'ship', 'stale', 'mails'])
    expect(parseOrderQuery(parameters(`task=${task}`)).task).toBe(task)
})

test('each filter counts as one, the search and the page don’t', () => {
  expect(isFiltered({ ...NO_ORDER_FILTER, search: 'x', page: 2 })).toBe(false)
  for (const filter of [
    'task=pack',
    'status=Shipped',
    'method=cod',
    'channel=phone',
    'from=2026-01-01',
    'until=2026-01-01',
  ])
    expect([filter, isFiltered(parseOrderQuery(parameters(filter)))]).toEqual([filter, true])
})

test('the values of checkboxes name orders with their versions; malformed ones are dropped, and those after a hundred', () => {
  const mark = { orderId: 'ORD-1760432000000-505', version: 4 }
  expect(parseMarks([markOf(mark)])).toEqual([mark])
  const malformed = ['ORD-1-1', 'ORD-1-1:', 'ORD-1-1:x', 'ORD-1-1234:1', 'xORD-1-1:1', 'ORD-1-1:1x', new File([], 'x')]
  const long = [`ORD-${'1'.repeat(21)}-1:1`, `ORD-1-1:${'1'.repeat(10)}`]
  expect(parseMarks([...malformed, ...long])).toEqual([])
  expect(parseMarks([`ORD-${'1'.repeat(20)}-123:${'1'.repeat(9)}`])).toHaveLength(1)
  expect(parseMarks(Array.from({ length: 101 }, () => markOf(mark)))).toHaveLength(100)
})

test('an order offers what its status allows, the usual step first', () => {
  const offered = (order: Partial<Parameters<typeof actionsOf>[0]>) =>
    actionsOf({
      status: 'Processing',
      payment_method: 'cod',
      confirmed_at: null,
      packed_at: null,
      back_at: null,
      ...order,
    })
  const at = '2026-01-01T00:00:00Z'
  expect(offered({})).toEqual(['confirm', 'ship', 'cancel'])
  expect(offered({ confirmed_at: at })).toEqual(['pack', 'ship', 'cancel'])
  expect(offered({ payment_method: 'payfast' })).toEqual(['pack', 'ship', 'cancel'])
  expect(offered({ confirmed_at: at, packed_at: at })).toEqual(['ship', 'track', 'cancel'])
  const byStatus = STATUSES.filter((status) => status !== 'Processing').map((status) => [status, offered({ status })])
  expect(Object.fromEntries(byStatus)).toEqual({
    Pending: ['cancel'],
    PaymentPending: ['cancel'],
    PaymentFailed: ['cancel'],
    PaymentAccepted: ['pack', 'ship', 'cancel'],
    Shipped: ['deliver', 'track', 'send_back', 'cancel'],
    Delivered: ['send_back'],
    ReturnedToOrigin: ['take_in'],
    Cancelled: [],
  })
  expect(offered({ status: 'ReturnedToOrigin', back_at: at })).toEqual([])
  const buttons = ORDER_ACTIONS.map((action) => ACTION_WORDS[action].button)
  expect(new Set(buttons).size).toBe(ORDER_ACTIONS.length)
  expect(ACTIONS_FOR_MANY).toEqual(['confirm', 'pack', 'ship', 'deliver'])
})

test('the list of products reads its address, and drops what it doesn’t know', () => {
  const none: ProductQuery = { search: '', category: null, state: null, stock: null, isDiscounted: false, page: 1 }
  expect(parseProductQuery(parameters('category=x&state=sold&stock=none&discounted=on&page=0'))).toEqual(none)
  const category = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11'
  const known: ProductQuery = { search: 'a b', category, state: 'draft', stock: 'low', isDiscounted: true, page: 2 }
  const address = productListUrl(known)
  expect(address).toBe(`/desk/products?search=a+b&category=${category}&state=draft&stock=low&discounted=yes&page=2`)
  expect(parseProductQuery(new URL(address, 'https://shop.example').searchParams)).toEqual(known)
  expect([productListUrl(none), productListUrl({ ...none, stock: 'out' })]).toEqual([
    '/desk/products',
    '/desk/products?stock=out',
  ])
  for (const id of [`x${category}`, `${category}x`, category.toUpperCase()])
    expect([id, parseProductQuery(new URLSearchParams({ category: id })).category]).toEqual([id, null])
})

test('the inbox shows conversations that wait unless its address names another list', () => {
  expect(['', 'list=mine', 'list=closed', 'list=toString'].map((text) => talkFilter(parameters(text)))).toEqual([
    'waiting',
    'mine',
    'closed',
    'waiting',
  ])
  expect([inboxUrl('waiting'), inboxUrl('waiting', 2), inboxUrl('mine'), inboxUrl('closed', 2)]).toEqual([
    '/desk/chat',
    '/desk/chat?page=2',
    '/desk/chat?list=mine',
    '/desk/chat?list=closed&page=2',
  ])
})

test.each([
  ['', '2026-01-31', '2026-03-01'],
  ['from=2026-02-30', '2026-01-31', '2026-03-01'],
  ['from=2026-03-02', '2026-01-31', '2026-03-01'],
  ['from=2026-03-01', '2026-03-01', '2026-03-01'],
  ['from=2025-03-01', '2025-03-01', '2026-03-01'],
  ['from=2025-02-28', '2025-03-01', '2026-03-01'],
  ['from=2025-02-27', '2025-03-01', '2026-03-01'],
  ['from=2026-01-05&until=2026-01-10', '2026-01-05', '2026-01-10'],
  ['from=2026-01-11&until=2026-01-10', '2025-12-12', '2026-01-10'],
  ['until=2026-01-10x', '2026-01-31', '2026-03-01'],
  ['until=x2026-01-10', '2026-01-31', '2026-03-01'],
  ['until=2026-13-10', '2026-01-31', '2026-03-01'],
])('on 1 March the sales of “%s” are those from %s until %s', (text, from, until) => {
  expect(parsePeriod(parameters(text), '2026-03-01')).toEqual({ from, until })
  expect(periodQuery({ from, until })).toBe(`from=${from}&until=${until}`)
})

test('the period before another has its length and ends where that begins', () => {
  expect(periodBefore({ from: '2026-03-01', until: '2026-03-31' })).toEqual({ from: '2026-01-29', until: '2026-02-28' })
  expect(periodBefore({ from: '2026-03-01', until: '2026-03-01' })).toEqual({ from: '2026-02-28', until: '2026-02-28' })
  expect(daysOf({ from: '2026-02-27', until: '2026-03-01' })).toEqual(['2026-03-01', '2026-02-28', '2026-02-27'])
  const months = ['month=2026-02', 'month=2026-13', 'month=2026-2', 'month=', '']
  expect(months.map((text) => parseMonth(parameters(text)))).toEqual(['2026-02', null, null, null, null])
})

const PRODUCT = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11'

test.each([
  ['', null, {}],
  ['figure=nonsense&product=nonsense&color=%00', null, {}],
  ['figure=net&city=lahore&channel=&day=2026-03-01', 'net', { city: 'lahore' }],
  [`figure=sold&product=${PRODUCT}&category=-&color=?`, 'sold', { product: PRODUCT, category: '-', color: '?' }],
  [`courier=${'x'.repeat(300)}`, null, { courier: 'x'.repeat(200) }],
])('“%s” lists the entries of the figure %s with the filter %o', (text, figure, filter) => {
  expect(parseEntryQuery(parameters(text))).toEqual({ figure, filter })
})

test('a figure opens its entries, that of a day those of this day', () => {
  const period = { from: '2026-03-01', until: '2026-03-31' }
  const urls = [
    entriesUrl(period, 'net'),
    rowUrl(period, 'sold', 'day', '2026-03-02'),
    rowUrl(period, 'sold', 'city', 'multan'),
  ]
  expect(urls).toEqual([
    '/desk/ledger?from=2026-03-01&until=2026-03-31&figure=net',
    '/desk/ledger?from=2026-03-02&until=2026-03-02&figure=sold',
    '/desk/ledger?from=2026-03-01&until=2026-03-31&figure=sold&city=multan',
  ])
})

test('rows of lists have names, also what belongs to no product', () => {
  const rows = [
    ['product', '-', null],
    ['product', '?', null],
    ['courier', '-', null],
    ['channel', 'whatsapp', null],
    ['reason', 'partly', null],
    ['city', 'multan', 'Multan'],
    ['day', '2026-03-01', null],
  ] as const
  expect(rows.map(([list, key, name]) => rowName(list, key, name))).toEqual([
    'Delivery, codes and adjustments',
    'Products that were deleted',
    'No courier yet',
    'WhatsApp',
    'A part was refunded',
    'Multan',
    '2026-03-01',
  ])
})

test.each([
  ['social_link', { platform: 'instagram', is_active: false }, 'Instagram is a social link now. It isn’t shown yet.'],
  ['job', { title: 'Tailor', is_active: true }, 'Tailor is a job now.'],
  ['holiday', { name: 'Eid', day: '2032-01-14' }, 'Eid is a holiday now.'],
] as const)(
  'a new row of the list %s is called by its first column, and whether it is shown is said',
  (name, row, said) => {
    expect(madeWords(LISTS[name]!, row)).toBe(said)
  },
)
