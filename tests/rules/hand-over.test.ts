import { expect, test } from 'vitest'
import { COLUMNS, guessColumns, guessDeduction } from '../../app/couriers/settlement-words.ts'
import { guessHandOver, knownHeadings, readHandOver } from '../../app/desk/couriers/hand-over.ts'
import { readHandOverList } from '../../app/desk/couriers/parcels.server.ts'
import type { CourierSheet } from '../../app/desk/couriers/sheet.ts'
import { workbook } from '../support/archives.ts'
import { SHORTENED } from '../../app/desk/import/shortened.ts'

async function listOf(text: string | File, courier: CourierSheet | null = null) {
  const list = await readHandOverList(text, knownHeadings(courier))
  if (!list.ok) throw new Error(list.refusal)
  return list.value
}
/** Returns what a list comes to with the columns that it seems to have. */
async function comesTo(text: string | File, courier: CourierSheet | null = null) {
  const list = await listOf(text, courier)
  const columns = guessHandOver(list, courier)
  return { columns: Object.values(columns), ...readHandOver(list, columns, courier) }
}
const file = (text: string) => new File([text], 'june.csv')

test('each heading is guessed for one column', () => {
  expect(guessColumns(['Order Tracking', 'COD Fee'])).toEqual({ tracking: 'Order Tracking', collected: 'COD Fee' })
  expect(guessColumns(['Order Ref', 'Reference', 'Amount', 'COD'])).toEqual({ order: 'Order Ref', collected: 'Amount' })
  const headings = Array.from({ length: 3 }, (_, n) => `order track cod fee status ${n}`)
  const guessed = Object.values(guessColumns(headings))
  expect([guessed.length, new Set(guessed).size]).toEqual([3, 3])
  expect(Object.keys(COLUMNS)).toEqual(['tracking', 'order', 'collected', 'net', 'state'])
})

test('what couriers keep is guessed by its heading, and an amount that is net isn’t what was collected (CR-07)', () => {
  const headings = ['CN', 'Net Amount', 'Invoice Amount', 'Delivery Charges', 'Fuel Surcharge', 'GST on Charges']
  expect(guessColumns(headings)).toEqual({ tracking: 'CN', net: 'Net Amount', collected: 'Invoice Amount' })
  const kept = [
    ...headings.slice(3),
    'Income Tax',
    'WHT',
    'Sales Tax Withheld',
    'WHT Sales Tax',
    'W.H. Sales Tax',
    'SST',
    'Consignee',
  ]
  expect(kept.map(guessDeduction)).toEqual([
    'charge',
    'charge',
    'charge_tax',
    'income_tax',
    'income_tax',
    'sales_tax',
    'sales_tax',
    'sales_tax',
    'charge_tax',
    null,
  ])
})

test('serial numbers and names aren’t taken for tracking numbers (CR-03)', async () => {
  const { columns, parcels, unused } = await comesTo(
    file('Sr No,Order ID,Consignee,CN Number\n1,ORD-1-1,Sana Khan,CX-501\n2,#ord-1-2,Mina,CX-502\n'),
  )
  expect([columns, parcels, unused]).toEqual([
    ['Order ID', 'CN Number', ''],
    [
      { line: 2, order_id: 'ORD-1-1', tracking: 'CX-501', state: null, words: null },
      { line: 3, order_id: 'ORD-1-2', tracking: 'CX-502', state: null, words: null },
    ],
    [],
  ])
})

test('where no heading tells, the operator has to choose', async () => {
  const { columns, parcels } = await comesTo(file('No,Order,Parcel\n1,ORD-1-1,CX-501\n'))
  expect([columns, parcels]).toEqual([['Order', '', ''], []])
})

test.each(['ORD-1-1 CX-1\nORD-1-2\tCX-2', 'CX-1;ORD-1-1\nCX-2;ORD-1-2', 'ORD-1-1  CX-1 \n\n  #ord-1-2 CX-2'])(
  'lines without headings are read: %j',
  async (text) => {
    expect(
      (await comesTo(text.replace('\t', ' '))).parcels.map(({ order_id: order, tracking }) => [order, tracking]),
    ).toEqual([
      ['ORD-1-1', 'CX-1'],
      ['ORD-1-2', 'CX-2'],
    ])
  },
)

test('each row that isn’t used is named with its reason, and a number that stands for two parcels is used for none', async () => {
  const rows = [
    'ORD-1-1,CX-1',
    'without,CX-2',
    'ORD-1-3,',
    'ORD-1-4,2.50311E+13',
    'ORD-1-5,CX-5',
    'ORD-1-6,cx-5',
    'ORD-1-7,CX-7',
    'ORD-1-7,CX-77',
    'ORD-1-1,CX-1',
    'ORD-1-8,ORD-1-9',
    'ORD-1-10,CX 10',
  ]
  const { parcels, unused } = await comesTo(file(`Order,CN\n${rows.join('\n')}\n`))
  expect(parcels.map(({ line }) => line)).toEqual([2])
  expect(unused.map(({ line, why }) => `${line} ${why}`)).toEqual([
    '3 It has no order number.',
    '4 It has no tracking number.',
    `5 ${SHORTENED}`,
    '6 Its tracking number is there for another order.',
    '7 Its tracking number is there for another order.',
    '8 Its order is there with another tracking number.',
    '9 Its order is there with another tracking number.',
    '10 It is there twice.',
    '11 This is no tracking number.',
    '12 This is no tracking number.',
  ])
  expect(unused[0]?.text).toBe('without, CX-2')
})

test('a list of more than 500 parcels, or with a heading twice, is refused', async () => {
  await expect(listOf(`Order,CN\n${'ORD-1-1,CX-1\n'.repeat(501)}`)).rejects.toThrow('more than 500 rows')
  await expect(listOf('CN,CN\nORD-1-1,CX-1')).rejects.toThrow('Each heading')
  await expect(listOf('Order,CN')).rejects.toThrow('no rows')
})

const LEOPARDS: CourierSheet = {
  name: 'Leopards',
  sheet: ['Ref = Order', 'COD = To collect'],
  tracking_heading: 'CN',
  state_heading: 'Status',
  state_words: ['Handed  over = Delivered', 'RTO = On its way back', 'Booked = Booked'],
}
const ROWS = [
  ['Leopards Courier Services', '', '', ''],
  ['From 1 November', 'until 30 November', '', ''],
  ['Ref', 'Consignee', 'CN', 'Status'],
  ['ORD-1-1', 'Zoé', '025031100000001', 'handed over'],
  ['', '', '', ''],
  ['', 'Mina', 'CN-2', 'RTO'],
  ['ORD-1-3', 'Hira', '', 'Booked'],
  ['ORD-1-4', 'Sana', 'CN-4', 'On hold'],
  ['', 'Aimen', 'CN-5', ''],
]
const READ = {
  columns: ['Ref', 'CN', 'Status'],
  parcels: [
    { line: 4, order_id: 'ORD-1-1', tracking: '025031100000001', state: 'delivered', words: 'handed over' },
    { line: 6, order_id: null, tracking: 'CN-2', state: 'returning', words: 'RTO' },
    { line: 7, order_id: 'ORD-1-3', tracking: null, state: 'booked', words: 'Booked' },
  ],
  unused: [
    {
      line: 8,
      text: 'ORD-1-4, Sana, CN-4, On hold',
      why: 'What “On hold” means isn’t said in the courier’s settings.',
    },
    { line: 9, text: 'Aimen, CN-5', why: 'It has no order number.' },
  ],
}
const csv = (separator: string, quote = '') =>
  ROWS.map((row) => row.map((cell) => (cell ? `${quote}${cell}${quote && '"'}` : '')).join(separator)).join('\r\n')
const FILES: [name: string, content: BlobPart][] = [
  ['a workbook', workbook(ROWS)],
  ['semicolons after a mark', `\uFEFF${csv(';')}`],
  ['Windows-1252', Buffer.from(csv(','), 'latin1')],
  ['UTF-16', Buffer.from(`\uFEFF${csv('\t')}`, 'utf16le')],
  ['numbers as formulas', csv(',').replace('025031100000001', '"=""025031100000001"""')],
]

test.each(FILES)('what a courier’s settings name is read in %s, below its title', async (_name, content) => {
  expect(await comesTo(new File([content], 'november'), LEOPARDS)).toEqual(READ)
})

test('a long number in a workbook has all its digits, and a shortened one in CSV is refused by row', async () => {
  const parcels = workbook([
    ['Order', 'CN'],
    ['ORD-1-1', 2.5031100000001e13],
  ])
  expect((await comesTo(new File([parcels], 'a.xlsx'))).parcels[0]?.tracking).toBe('25031100000001')
  expect((await comesTo(file('Order,CN\nORD-1-1,1.23E+11\n'))).unused[0]?.why).toBe(SHORTENED)
})
