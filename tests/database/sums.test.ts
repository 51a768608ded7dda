import fc from 'fast-check'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumsSchema } from '../../app/sums/sums.schema.ts'
import { sumRows } from '../../app/sums/sums.tsx'
import { toPaisa } from '../../app/platform/money.ts'
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  // The server places guests' orders with the secret key.
  await database.query(`select set_config('request.jwt.claims', '{"role": "service_role"}', false)`)
  await database.query('update public.order_rules set most_pieces = 9999')
})
afterAll(() => database.end())

type Priced = z.input<typeof sumsSchema> & {
  promo: { error: string | null } | null
  lines: { price: number; final_price: number; quantity: number; problem: string | null }[]
}

async function ask<Value>(sql: string, ...values: unknown[]): Promise<Value> {
  const { rows } = await database.query<{ value: Value }>(sql, values)
  const [row] = rows
  if (!row) throw new Error(`Nothing came back of ${sql}`)
  return row.value
}

const products = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 9_999_999 }),
    discount: fc.integer({ min: 0, max: 9_999 }),
    quantity: fc.integer({ min: 1, max: 300 }),
  }),
  { minLength: 1, maxLength: 6 },
)
/** Returns a fraction rounded half up. */
const rounded = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator)

/** Returns paisa from exact paisa times `denominator`, rounded to whole rupees or to paisa. */
const charged = (exact: bigint, denominator: bigint, isWhole: boolean) =>
  isWhole ? rounded(exact, denominator * 100n) * 100n : rounded(exact, denominator)

const least = (...amounts: bigint[]) => amounts.reduce((a, b) => (a < b ? a : b))

/** Returns what a product sells for, as the specification has it, or in whole rupees. Paisa, and hundredths of a per cent. */
function sellingPrice(price: number, discount: number, isWhole: boolean): number {
  const list = BigInt(price)
  const final = charged(list * BigInt(10_000 - discount), 10_000n, isWhole)
  return Number(isWhole ? least(final, (list / 100n) * 100n) : final)
}

/** Returns what a code takes off goods. Paisa; the value of a percentage in hundredths of a per cent. */
function codeDiscount({ kind, value }: { kind: string; value: number }, goods: number, isWhole: boolean): number {
  const [exact, denominator] = kind === 'percent' ? [BigInt(goods) * BigInt(value), 10_000n] : [BigInt(value), 1n]
  return Number(least(BigInt(goods), charged(exact, denominator, isWhole)))
}

const sellInWholeRupees = (isWhole: boolean) =>
  database.query('update public.order_rules set has_whole_rupees = $1', [isWhole])

const promo = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percent'), value: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ kind: fc.constant('fixed'), value: fc.integer({ min: 1, max: 99_999_999 }) }),
  ),
)

/** Creates products with these prices, in paisa. Returns cart lines with them. */
async function sell(wanted: { price: number; discount: number; quantity: number }[]): Promise<object[]> {
  const lines: object[] = []
  for (const [place, { price, discount, quantity }] of wanted.entries()) {
    const id = await ask<string>(
      `insert into public.products (name, slug, price, discount) values ('Priced', $1, $2, $3) returning id as value`,
      `priced-${place}`,
      price / 100,
      discount / 100,
    )
    lines.push({ product_id: id, size: '', color: '', quantity })
  }
  return lines
}

test('for any cart, promo code and country the rows add up, and the order’s totals equal the cart’s', async () => {
  const country = fc.record({
    name: fc.constantFrom('Pakistan', 'USA', 'UK'),
    fee: fc.integer({ min: 0, max: 999_999 }),
    freeFrom: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
  })
  const property = fc.asyncProperty(products, promo, country, fc.boolean(), async (wanted, offer, to, isWhole) => {
    await database.query('begin')
    try {
      await sellInWholeRupees(isWhole)
      const items = JSON.stringify(await sell(wanted))
      if (offer) {
        const { kind, value } = offer
        await database.query(`insert into public.promo_codes (code, kind, value) values ('ANY', $1, $2)`, [
          kind,
          value / 100,
        ])
      }
      await database.query(
        'update public.delivery_countries set is_served = true, fee = $2, free_from = $3 where country = $1',
        [to.name, isWhole ? Math.floor(to.fee / 100) : to.fee / 100, to.freeFrom && to.freeFrom / 100],
      )
      const code = offer ? 'ANY' : null
      const cart = await ask<Priced>('select public.price_cart($1, $2, $3) as value', items, code, to.name)
      const costs = sumsSchema.parse(cart)
      const rows = sumRows(costs)
      const above = rows.filter(({ kind }) => kind !== 'total').reduce((sum, { value }) => sum + value, 0)
      expect(above).toBe(costs.total_amount)
      expect(rows[0]?.value).toBe(cart.lines.reduce((sum, line) => sum + toPaisa(line.price) * line.quantity, 0))
      expect(cart.lines.map((line) => toPaisa(line.final_price))).toEqual(
        wanted.map(({ price, discount }) => sellingPrice(price, discount, isWhole)),
      )
      // A code is taken only if the order costs less with it, delivery included.
      const off = offer ? codeDiscount(offer, costs.subtotal, isWhole) : 0
      const fee = isWhole ? Math.floor(to.fee / 100) * 100 : to.fee
      const delivered = (goods: number) => goods + (to.freeFrom !== null && goods >= to.freeFrom ? 0 : fee)
      const isTaken = offer !== null && delivered(costs.subtotal - off) < delivered(costs.subtotal)
      expect([costs.promo_discount, cart.promo?.error ?? null]).toEqual([
        isTaken ? off : 0,
        offer && !isTaken ? 'no_gain' : null,
      ])
      const paisa = [costs.subtotal, costs.promo_discount, costs.delivery_fee, costs.total_amount].map(
        (sum) => sum % 100,
      )
      if (isWhole) expect(paisa).toEqual([0, 0, 0, 0])
      expect(costs.subtotal).toBe(cart.lines.reduce((sum, line) => sum + toPaisa(line.final_price) * line.quantity, 0))

      const person = { first_name: 'A', last_name: 'B', phone: '+923111111111' }
      const address = JSON.stringify({ ...person, address_line1: '1 Road', city: 'Lahore', country: to.name })
      const placed = await ask<unknown>(
        `select public.place_order(gen_random_uuid(), 'hash', $1, 'a@example.com', $2, $2, 'payfast', 'Mobile', $3, $4) as value`,
        items,
        address,
        cart.total_amount,
        isTaken ? code : null,
      )
      const order = sumsSchema.extend({ id: z.guid() }).parse(placed)
      expect(sumRows(order)).toEqual(rows)
      const bought = await ask<number>(
        'select sum(subtotal) as value from public.order_items where order_id = $1',
        order.id,
      )
      expect(toPaisa(Number(bought))).toBe(costs.subtotal)
    } finally {
      await database.query('rollback')
    }
  })
  await fc.assert(property, { numRuns: 60 })
})

test('a discounted price is exact, in whole paisa and never above the list price; in whole rupees if the shop says so (XX-24, XX-33)', async () => {
  const price = fc.record({
    price: fc.integer({ min: 1, max: 99_999_999 }),
    discount: fc.integer({ min: 0, max: 9_999 }),
  })
  const prices = [
    ...fc.sample(price, 300),
    // Just below and exactly half a paisa, and half a rupee; a price that would be rounded above itself.
    { price: 4_999, discount: 9_999 },
    { price: 5_000, discount: 9_999 },
    { price: 100_100, discount: 5_000 },
    { price: 189_000, discount: 2_500 },
    { price: 9_999, discount: 1 },
    { price: 60, discount: 1_000 },
  ]
  for (const isWhole of [false, true]) {
    await sellInWholeRupees(isWhole)
    const { rows } = await database.query<{ final: number }>(
      `select shop.selling_price(price / 100, discount / 100)::float as final
       from jsonb_to_recordset($1) as p (price numeric, discount numeric)`,
      [JSON.stringify(prices)],
    )
    const finals = rows.map(({ final }) => toPaisa(final))
    expect(finals).toEqual(prices.map((one) => sellingPrice(one.price, one.discount, isWhole)))
    expect(finals.every((final, place) => final >= 0 && final <= (prices[place]?.price ?? 0))).toBe(true)
  }
  await sellInWholeRupees(false)
})

test('a shop that changes its rounding has other prices at once, and the same as before once it is changed back', async () => {
  const ofAll = () =>
    ask<[number, number][]>(
      'select jsonb_agg(jsonb_build_array(price, final_price) order by id) as value from public.products',
    )
  const exact = await ofAll()
  expect(exact.filter(([, final]) => !Number.isInteger(final)).length).toBeGreaterThan(5)
  await sellInWholeRupees(true)
  const whole = await ofAll()
  expect(whole).toEqual(exact.map(([price, final]) => [price, Math.floor(final + 0.5)]))
  await sellInWholeRupees(false)
  expect(await ofAll()).toEqual(exact)
})
