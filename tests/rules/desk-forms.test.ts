import { expect, test } from 'vitest'
import type { z } from 'zod'
import { isLocalTime, localTime } from '../../app/desk/form/local-time.ts'
import { comparedProduct } from '../../app/desk/products/product-fields.tsx'
import { pictureField, readPictures } from '../../app/desk/products/pictures/picture-fields.ts'
import { eachFlag, FLAG_NAMES, FLAGS } from '../../app/desk/products/product-query.ts'
import type { DeskPicture, DeskProduct, DeskSize } from '../../app/desk/products/products.server.ts'
import { newProductSchema, productFormSchema } from '../../app/desk/products/product.schema.ts'
import { mostNewRows, newRows, readSizes, sizeField } from '../../app/desk/products/stock-fields.ts'
import { MAX_FIELDS } from '../../app/platform/http/post/read-body.server.ts'
import { DELIVERY_LISTS } from '../../app/desk/lists/delivery-lists.ts'
import { schemaOf } from '../../app/desk/lists/list.ts'
import { buttonSchema as removalSchema } from '../../app/desk/form/form-fields.ts'
import { changeSchema } from '../../app/desk/orders/order.schema.ts'
import { refundSchema } from '../../app/desk/refunds/refund.schema.ts'
import { returnSchema } from '../../app/desk/returns/return.schema.ts'
import { hideSchema } from '../../app/desk/reviews/hide.schema.ts'
import { newPageSchema, newQuestionSchema } from '../../app/desk/texts/text.schema.ts'

// What the forms of the desk take and refuse.

const ID = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11'
const OTHER_ID = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b22'
const tooLong = (max: number) => `Please use at most ${max} characters.`

/** Returns what a schema reads, or its errors by field. */
function read(schema: z.ZodType, posted: object) {
  const { data, error } = schema.safeParse(posted)
  return data ?? Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('a moment is shown and read in the time of Pakistan', () => {
  expect(localTime('2026-03-01T20:30:59.999Z')).toBe('2026-03-02T01:30')
  expect(['2026-03-01T10:00', '2028-02-29T23:59'].map(isLocalTime)).toEqual([true, true])
  const wrong = ['2026-02-31T10:00', '2026-03-01T24:00', '2026-03-01 10:00', '2026-03-01T10:00:00', 'x2026-03-01T10:00']
  expect([...wrong, '1999-03-01T10:00', '2026-13-01T10:00', ''].filter(isLocalTime)).toEqual([])
})

const PRODUCT = { version: '3', name: ' Lace bra ', price: ' 2499.50 ' }
const product = (more: object) => read(productFormSchema, { ...PRODUCT, ...more })

test('a product is read with its flags, and what is left out is empty', () => {
  expect(product({})).toEqual({
    version: 3,
    name: 'Lace bra',
    description: '',
    sku: '',
    picture_ratio: null,
    price: 2499.5,
    discount: 0,
    color_ids: [],
    attribute_values: [],
    features: [],
    is_sure: false,
    ...eachFlag(false),
  })
  expect(product({ is_banner: 'on', is_top: 'on', category_id: ID, color_ids: [ID] })).toMatchObject({
    is_banner: true,
    is_arrival: false,
    is_top: true,
    category_id: ID,
    color_ids: [ID],
  })
  expect(product({ description: ' one\ntwo ', fit_notes: ' \nsnug' })).toMatchObject({
    description: 'one\ntwo',
    fit_notes: 'snug',
  })
})

test('a product needs a name and a price above zero with at most two decimals', () => {
  const wrongName = { name: 'Please enter a name.' }
  expect([product({ name: undefined }), product({ name: ' ' })]).toEqual([wrongName, wrongName])
  expect(product({ name: 'x'.repeat(160) })).toMatchObject({ price: 2499.5 })
  expect(product({ name: 'x'.repeat(161) })).toEqual({ name: tooLong(160) })
  expect(product({ version: '0' })).toEqual({ version: expect.any(String) })
  expect(product({ version: '1', name: 'x' })).toMatchObject({ version: 1, name: 'x' })
  const wrongPrice = { price: 'Please enter a price in rupees above zero, such as 2499 or 2499.50.' }
  for (const price of ['0', '0.00', '-1', '1.', '1.005', '123456789', 'free', '1e3', '', undefined])
    expect([price, product({ price })]).toEqual([price, wrongPrice])
  for (const price of ['0.01', '12345678.99', '1.5']) expect(product({ price })).toMatchObject({ price: Number(price) })
  expect(read(newProductSchema, { name: 'New', price: '1' })).toEqual({ name: 'New', price: 1, is_sure: false })
})

test('the texts of a product have bounds', () => {
  expect(product({ description: 'x'.repeat(20_001) })).toEqual({ description: tooLong(20_000) })
  expect(product({ description: ` ${'x'.repeat(20_000)}` })).toMatchObject({ description: 'x'.repeat(20_000) })
  expect(product({ fit_notes: 'x'.repeat(1_001) })).toEqual({ fit_notes: tooLong(1_000) })
  expect(product({ fit_notes: 'x'.repeat(1_000) })).toMatchObject({ fit_notes: 'x'.repeat(1_000) })
  const colors = (count: number) => ({ color_ids: Array.from({ length: count }, () => ID) })
  expect(product(colors(51))).toEqual({ color_ids: expect.any(String) })
  expect(product(colors(50))).toMatchObject(colors(50))
})

test('a discount is from 0 to 99.99 per cent', () => {
  const wrong = { discount: 'Please enter a discount from 0 to 99.99 per cent.' }
  for (const discount of ['100', '-1', '12.345', '12.', 'half', 'x1', '1%'])
    expect([discount, product({ discount })]).toEqual([discount, wrong])
  for (const discount of [' 99.99 ', '0', '7.5'])
    expect(product({ discount })).toMatchObject({ discount: Number(discount) })
})

test('a discount in time ends after it begins; either may be left out', () => {
  const [early, late] = ['2026-03-01T10:00', '2026-03-01T10:01']
  const period = (discount_from?: string, discount_until?: string) => product({ discount_from, discount_until })
  expect(period(early, late)).toMatchObject({ discount_from: early, discount_until: late })
  for (const given of [period(early), period(undefined, late), period()]) expect(given).toMatchObject({ price: 2499.5 })
  const wrong = { discount_until: 'The discount must end after it begins.' }
  expect([period(early, early), period(late, early)]).toEqual([wrong, wrong])
  expect(period('tomorrow')).toEqual({
    discount_from: 'Please enter a date and a time, such as 2026-03-01T10:00.',
  })
})

const SIZES: DeskSize[] = [
  { id: ID, label: 'S', brand: null, cup: null, material: null, stock: 3, is_brand: false },
  { id: OTHER_ID, label: 'M', brand: null, cup: null, material: null, stock: null, is_brand: false },
]
const sizes = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return readSizes(form, SIZES)
}

test('the grid of sizes is read by rows; empty rows and sizes that the form doesn’t have are left out', () => {
  expect(sizes({})).toEqual({ ok: true, value: [] })
  const fields = {
    [sizeField('stock', ID)]: ' 0 ',
    [sizeField('was', ID)]: '3',
    [sizeField('place', ID)]: '2',
    [sizeField('material', ID)]: ' Lace ',
    [sizeField('remove', ID)]: 'on',
    [sizeField('size', 'new-1')]: ' ',
    [sizeField('size', 'new-2')]: '32',
    [sizeField('brand', 'new-2')]: '32',
    [sizeField('cup', 'new-2')]: 'B',
    [sizeField('stock', 'new-2')]: '',
  }
  expect(sizes(fields)).toEqual({
    ok: true,
    value: [
      { id: ID, was: 3, place: 2, stock: 0, material: 'Lace', brand: '', cup: '', is_removed: true },
      { size: '32', brand: '32', cup: 'B', stock: null, material: '' },
    ],
  })
  expect(sizes({ [sizeField('stock', OTHER_ID)]: '', [sizeField('place', OTHER_ID)]: '999' })).toEqual({
    ok: true,
    value: [{ id: OTHER_ID, was: null, place: 999, stock: null, material: '', brand: '', cup: '', is_removed: false }],
  })
})

test('there are as many empty rows for new sizes as a form has room for, and each is read', () => {
  expect([newRows(0, 0).length, newRows(12, 4).length, newRows(99, 24).length]).toEqual([3, 12, 5])
  for (const shown of [0, 4, 24]) expect(7 * shown + 5 * mostNewRows(shown) + 3).toBeLessThanOrEqual(MAX_FIELDS)
  const last = newRows(99, 0).at(-1) ?? ''
  expect(last).toBe('new-39')
  expect(sizes({ [sizeField('size', last)]: 'XXL' })).toMatchObject({ ok: true, value: [{ size: 'XXL' }] })
})

test('a size has a place from 1 to 999', () => {
  const refusal = 'S: please enter its place as a number from 1 to 999.'
  for (const place of ['', '0', '1000', '-1', '1.5', 'x'])
    expect([place, sizes({ [sizeField('stock', ID)]: '1', [sizeField('place', ID)]: place })]).toEqual([
      place,
      { ok: false, refusal },
    ])
})

test('a stock is a whole number of pieces up to 100000, or nothing', () => {
  const stock = (typed: string) => sizes({ [sizeField('stock', ID)]: typed, [sizeField('place', ID)]: '1' })
  expect(stock('100000')).toMatchObject({ ok: true, value: [{ stock: 100_000 }] })
  const refusal = 'S: please enter a whole number of pieces from 0, or nothing if they aren’t counted.'
  for (const typed of ['100001', '-1', '1.5', 'x1', '1x', '1e3'])
    expect([typed, stock(typed)]).toEqual([typed, { ok: false, refusal }])
  const was = sizes({ [sizeField('stock', ID)]: '1', [sizeField('was', ID)]: 'x' })
  expect(was).toEqual({ ok: false, refusal })
})

test('a new size needs a name, and its texts have bounds', () => {
  for (const field of ['cup', 'material', 'stock'] as const)
    expect(sizes({ [sizeField(field, 'new-3')]: '1' })).toEqual({
      ok: false,
      refusal: 'Please enter the name of each new size.',
    })
  const bounds = { size: 20, brand: 20, cup: 10, material: 60 }
  for (const [field, max] of Object.entries(bounds) as [keyof typeof bounds, number][]) {
    const long = (length: number) =>
      sizes({ [sizeField('size', 'new-1')]: 'L', [sizeField(field, 'new-1')]: 'x'.repeat(length) })
    expect([field, long(max).ok, long(max + 1)]).toEqual([
      field,
      true,
      { ok: false, refusal: expect.stringMatching(/: this text is too long\.$/) },
    ])
  }
})

const PICTURES = [ID, OTHER_ID].map((id): DeskPicture => ({
  id,
  url: 'x.webp',
  alt: null,
  color_id: null,
  is_banner: false,
  role: null,
  focus: null,
  caption: null,
  has_original: false,
}))
const pictures = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return readPictures(form, PICTURES)
}

test('pictures are in the order of their places, with the same place in their own order', () => {
  const placed = (first: string, second: string) => {
    const result = pictures({ [pictureField('place', ID)]: first, [pictureField('place', OTHER_ID)]: second })
    return result.ok ? result.value.map(({ id }) => id) : result.refusal
  }
  expect([placed('1', '2'), placed('1', '1'), placed('10', '9')]).toEqual([
    [ID, OTHER_ID],
    [ID, OTHER_ID],
    [OTHER_ID, ID],
  ])
  expect(placed('999', '1000')).toBe('Picture 2: please enter its place as a number from 0 to 999.')
  for (const place of ['', '-1', '1.5', 'x1', '1x'])
    expect(placed(place, '1')).toBe('Picture 1: please enter its place as a number from 0 to 999.')
})

test('a picture has a description, a colour, a role, words and flags; one that the form doesn’t have is left out', () => {
  const alt = 'x'.repeat(200)
  const fields = {
    [pictureField('place', ID)]: '0',
    [pictureField('alt', ID)]: ` ${alt} `,
    [pictureField('color', ID)]: OTHER_ID,
    [pictureField('banner', ID)]: 'on',
    [pictureField('role', ID)]: 'worn',
    [pictureField('caption', ID)]: 'Aleena wears  34B',
  }
  const said = { role: 'worn', caption: 'Aleena wears 34B' }
  expect(pictures(fields)).toEqual({
    ok: true,
    value: [{ id: ID, alt, color_id: OTHER_ID, is_banner: true, is_removed: false, ...said }],
  })
  expect(pictures({ ...fields, [pictureField('role', ID)]: 'side' })).toMatchObject({ value: [{ role: null }] })
  expect(pictures({ ...fields, [pictureField('caption', ID)]: 'x'.repeat(61) })).toEqual({
    ok: false,
    refusal: `Picture 1, words below it: ${tooLong(60)}`,
  })
  const changed = { ...fields, [pictureField('color', ID)]: 'red', [pictureField('remove', ID)]: 'on' }
  expect(pictures(changed)).toMatchObject({ value: [{ color_id: null, is_removed: true }] })
  expect(pictures({ ...fields, [pictureField('alt', ID)]: `${alt}x` })).toEqual({
    ok: false,
    refusal: `Picture 1: ${tooLong(200)}`,
  })
})

test('a refused product is compared with what is stored, in the same form', () => {
  const stored = {
    name: 'Lace bra',
    description: 'Soft',
    fit_notes: null,
    features: [{ title: 'Fabric', description: 'Satin' }],
    sku: 'CH-1',
    price: 249_900,
    discount: 10,
    discount_from: '2026-03-01T05:00:00Z',
    discount_until: null,
    category_id: ID,
    categories: [{ id: ID, name: 'Bras' }],
    attribute_values: [],
    attributes: [],
    colors: [
      { id: ID, name: 'Red' },
      { id: OTHER_ID, name: 'Blue' },
    ],
    color_ids: [ID, OTHER_ID],
    ...eachFlag(false),
    is_arrival: true,
  } as unknown as DeskProduct
  const compared = (initialValue: Record<string, string>) =>
    Object.fromEntries(
      comparedProduct(stored, { status: 'error', initialValue }).map(({ label, typed, now }) => [label, [typed, now]]),
    )
  expect(
    compared({
      name: 'Bra',
      price: '2499',
      discount: '10',
      discount_from: '2026-03-01T10:00',
      category_id: ID,
      color_ids: ID,
      first_color: OTHER_ID,
    }),
  ).toEqual({
    Name: ['Bra', 'Lace bra'],
    Description: ['', 'Soft'],
    'How it fits': ['', ''],
    Features: ['', 'Fabric: Satin'],
    'Article number': ['', 'CH-1'],
    'Shape of its pictures': ['As the shop has it', 'As the shop has it'],
    'Price in rupees': ['2499.00', '2499.00'],
    'Discount in per cent': ['10', '10'],
    'Discount begins': ['2026-03-01T10:00', '2026-03-01T10:00'],
    'Discount ends': ['', ''],
    Category: ['Bras', 'Bras'],
    Colours: ['Red', 'Red, Blue'],
    // Blue isn't ticked.
    'Shown first': ['Red', 'Red'],
    ...Object.fromEntries(FLAG_NAMES.map((flag) => [FLAGS[flag], ['', '']])),
    'New arrival': ['', 'on'],
  })
  const others = compared({ description: 'Hard', fit_notes: 'Snug', discount_until: '2026-04-01T10:00' })
  expect(['Description', 'How it fits', 'Discount ends'].map((label) => others[label])).toEqual([
    ['Hard', 'Soft'],
    ['Snug', ''],
    ['2026-04-01T10:00', ''],
  ])
  const prices = ['2499.5', 'x2499', '2499x', '2499.'].map((price) => compared({ price })['Price in rupees']?.[0])
  expect(prices).toEqual(['2499.50', 'x2499', '2499x', '2499.'])
})

const DELIVERY = { id: 'Pakistan', version: '1', fee: '150', first_day: '3', last_day: '5' }
const delivery = (more: object) => read(schemaOf(DELIVERY_LISTS.delivery), { ...DELIVERY, ...more })

test('terms of delivery have prices in rupees and days from 0 to 60 in their order', () => {
  expect(delivery({})).toEqual({ ...DELIVERY, version: 1, is_served: false, fee: 150, first_day: 3, last_day: 5 })
  expect(delivery({ is_served: 'on', fee: ' 0 ', free_from: ' 0.5 ', first_day: '0', last_day: '60' })).toMatchObject({
    is_served: true,
    fee: 0,
    free_from: 0.5,
    first_day: 0,
    last_day: 60,
  })
  const wrongFee = { fee: 'Please enter a price in rupees, such as 150 or 150.50.' }
  for (const fee of ['-1', '1.005', '1234567', 'x1', '1x', ''])
    expect([fee, delivery({ fee })]).toEqual([fee, wrongFee])
  expect(delivery({ fee: undefined })).toEqual({ fee: 'Please enter a price in rupees.' })
  const wrongValue = { free_from: 'Please enter a value in rupees above zero, or nothing.' }
  for (const free_from of ['0', '-1', 'never', '1.005']) expect(delivery({ free_from })).toEqual(wrongValue)
  expect(delivery({ first_day: '5' })).toMatchObject({ first_day: 5, last_day: 5 })
  expect(delivery({ first_day: '6' })).toEqual({ last_day: 'The last day can’t be before the first.' })
  for (const first_day of ['-1', '1.5']) expect(delivery({ first_day })).toEqual({ first_day: expect.any(String) })
  expect(delivery({ last_day: '61' })).toEqual({ last_day: expect.any(String) })
  expect(delivery({ last_day: 'x' })).toEqual({ last_day: 'Please enter a number of days.' })
  for (const version of ['0', '1.5']) expect(delivery({ version })).toEqual({ version: expect.any(String) })
  expect(delivery({ id: 'x'.repeat(41) })).toEqual({ id: expect.any(String) })
  expect(delivery({ id: 'x'.repeat(40) })).toMatchObject({ fee: 150 })
})

test('the title of a new page makes its address, so it has Latin letters, digits and spaces', () => {
  const page = (title?: string) => read(newPageSchema, { title })
  for (const title of ['x', 'Sizes', 'Q & A', 'Eid 2026', 'x'.repeat(60)]) expect(page(title)).toEqual({ title })
  expect(page(' Sizes ')).toEqual({ title: 'Sizes' })
  const wrong = { title: 'Please use Latin letters, digits and spaces: the address is made of them.' }
  for (const title of ['سائز', 'a/b', '&', 'a &', '& a', 'a-b']) expect([title, page(title)]).toEqual([title, wrong])
  expect(page('x'.repeat(61))).toEqual({ title: tooLong(60) })
  expect(page()).toEqual({ title: 'Please enter a title.' })
  expect(read(newQuestionSchema, { title: 'x'.repeat(200), category: ID })).toEqual({
    title: 'x'.repeat(200),
    category: ID,
  })
  expect(read(newQuestionSchema, { title: 'x'.repeat(201), category: 'x' })).toEqual({
    title: tooLong(200),
    category: 'Please choose a category.',
  })
})

test('a new question needs a title, and a removal the version of the text', () => {
  expect(read(newQuestionSchema, { title: ' ', category: ID })).toEqual({ title: 'Please enter a title.' })
  expect(read(removalSchema, { version: '1' })).toEqual({ version: 1 })
  for (const version of ['0', '1.5']) expect(read(removalSchema, { version })).toEqual({ version: expect.any(String) })
})

test('changes of orders, refunds, returns and reviews need a version or the latest change, and have bounds', () => {
  const order = (more: object) => read(changeSchema, { intent: 'ship', version: '2', ...more })
  expect(order({ note: ' x ', tracking: ` ${'x'.repeat(60)} ` })).toEqual({
    intent: 'ship',
    version: 2,
    seen: 0,
    note: 'x',
    tracking: 'x'.repeat(60),
    sure: false,
  })
  expect(order({ sure: 'on' })).toMatchObject({ sure: true })
  expect(order({ note: 'x'.repeat(300), seen: '7' })).toMatchObject({ note: 'x'.repeat(300), seen: 7 })
  expect(order({ note: 'x'.repeat(301), tracking: 'x'.repeat(61), seen: '-1', version: '0', intent: 'sell' })).toEqual({
    intent: expect.any(String),
    version: expect.any(String),
    seen: expect.any(String),
    note: tooLong(300),
    tracking: tooLong(60),
  })
  expect(order({ version: '1' })).toMatchObject({ version: 1 })
  expect(order({ version: '1.5' })).toEqual({ version: expect.any(String) })
  const refund = (more: object) => read(refundSchema, { id: ID, ...more })
  expect(refund({ reference: ` ${'x'.repeat(100)} ` })).toEqual({ id: ID, seen: 0, reference: 'x'.repeat(100) })
  expect(refund({ reference: 'x'.repeat(101) })).toEqual({ reference: tooLong(100) })
  const none = { reference: 'Please enter the number of the transfer.' }
  expect([refund({ reference: ' ' }), refund({})]).toEqual([none, none])
  expect(refund({ reference: 'x', order: 'x'.repeat(41) })).toEqual({ order: expect.any(String) })
  expect(refund({ reference: 'x', order: 'x'.repeat(40) })).toMatchObject({ order: 'x'.repeat(40) })

  const decision = (more: object) => read(returnSchema, { id: ID, version: '1', decision: 'approved', ...more })
  const long = 'x'.repeat(1_000)
  expect(decision({ answer: ` ${long} `, amount: ' 123456789.50 ' })).toEqual({
    id: ID,
    version: 1,
    seen: 0,
    decision: 'approved',
    answer: long,
    amount: 123_456_789.5,
  })
  expect(decision({})).toMatchObject({ decision: 'approved' })
  expect(decision({ decision: 'lost', version: '0', answer: `${long}x` })).toEqual({
    decision: expect.any(String),
    version: expect.any(String),
    answer: tooLong(1_000),
  })
  expect(decision({ version: '1.5' })).toEqual({ version: expect.any(String) })
  const wrongAmount = { amount: 'Please enter an amount in rupees, such as 2499 or 2499.50.' }
  for (const amount of ['-1', '1.005', '1234567890', 'x1', '1x']) expect(decision({ amount })).toEqual(wrongAmount)

  const hide = (reason?: string, version = '1') => read(hideSchema, { id: ID, version, reason })
  expect(hide(` ${'x'.repeat(300)} `)).toEqual({ id: ID, version: 1, reason: 'x'.repeat(300) })
  expect(hide('x'.repeat(301))).toEqual({ reason: tooLong(300) })
  expect([hide(' '), hide()]).toEqual([{ reason: 'Please enter the reason.' }, { reason: 'Please enter the reason.' }])
  for (const version of ['0', '1.5']) expect(hide('x', version)).toEqual({ version: expect.any(String) })
})
