import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumsSchema } from '../../app/sums/sums.schema.ts'
import { sumRows } from '../../app/sums/sums.tsx'
import { toPaisa } from '../../app/platform/money.ts'
import { freshDatabase } from '../support/fresh-database.ts'

let database: PGlite
beforeAll(async () => {
  database = await freshDatabase()
  // The server places guests' orders with the secret key.
  await database.exec(`select set_config('request.jwt.claims', '{"role": "service_role"}', false)`)
  await database.exec('update public.order_rules set most_pieces = 9999')
})
afterAll(() => database.close())

type Priced = z.input<typeof sumsSchema> & {
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
  const property = fc.asyncProperty(products, promo, country, async (wanted, offer, to) => {
    await database.exec('begin')
    try {
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
        [to.name, to.fee / 100, to.freeFrom && to.freeFrom / 100],
      )
      const code = offer ? 'ANY' : null
      const cart = await ask<Priced>('select public.price_cart($1, $2, $3) as value', items, code, to.name)
      const costs = sumsSchema.parse(cart)
      const rows = sumRows(costs)
      const above = rows.filter(({ kind }) => kind !== 'total').reduce((sum, { value }) => sum + value, 0)
      expect(above).toBe(costs.total_amount)
      expect(rows[0]?.value).toBe(cart.lines.reduce((sum, line) => sum + toPaisa(line.price) * line.quantity, 0))
      expect(costs.subtotal).toBe(cart.lines.reduce((sum, line) => sum + toPaisa(line.final_price) * line.quantity, 0))

      const person = { first_name: 'A', last_name: 'B', phone: '+923111111111' }
      const address = JSON.stringify({ ...person, address_line1: '1 Road', city: 'Lahore', country: to.name })
      const placed = await ask<unknown>(
        `select public.place_order(gen_random_uuid(), 'hash', $1, 'a@example.com', $2, $2, 'payfast', 'Mobile', $3, $4) as value`,
        items,
        address,
        cart.total_amount,
        code,
      )
      const order = sumsSchema.extend({ id: z.guid() }).parse(placed)
      expect(sumRows(order)).toEqual(rows)
      const bought = await ask<number>(
        'select sum(subtotal) as value from public.order_items where order_id = $1',
        order.id,
      )
      expect(toPaisa(Number(bought))).toBe(costs.subtotal)
    } finally {
      await database.exec('rollback')
    }
  })
  await fc.assert(property, { numRuns: 60 })
})
