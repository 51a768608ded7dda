import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CART_CHANGES, EMPTY_CART, type Cart, type CartChange, type CartLine } from '../../app/cart/cart.ts'
import { removeWish, saveWish, type Wishlist } from '../../app/wishlist/wishlist.ts'
import { TestDatabase, type Session } from '../support/sessions.ts'

let copy: TestDatabase
let shopper: Session

beforeAll(async () => {
  copy = await TestDatabase.make()
  const { id } = await copy.read<{ id: string }>(`select id from public.profiles where email = 'hira@example.com'`)
  shopper = await copy.open({ shopper: id })
})
afterAll(() => copy.drop())

const PRODUCTS = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

/** A line among few, so that changes meet the same ones. */
const line = fc.record({
  product: fc.constantFrom(...PRODUCTS),
  size: fc.constantFrom('', 'M'),
  color: fc.constantFrom('', 'Navy Blue'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(9_998, 9_999)),
})
const change = fc
  .record({
    kind: fc.constantFrom<CartChange>('add', 'merge', 'step', 'set', 'remove', 'choose'),
    line,
    to: line,
    by: fc.integer({ min: -5, max: 5 }),
  })
  .map(({ kind, by, ...lines }) =>
    kind === 'step' ? { kind, ...lines, line: { ...lines.line, quantity: by } } : { kind, ...lines },
  )

async function changeSaved(kind: string, lines: readonly CartLine[]): Promise<Cart> {
  const rows = lines.map(({ product, ...rest }) => ({ product_id: product, ...rest }))
  const [result] = await shopper.call<{ cart: ({ product_id: string } & Omit<CartLine, 'product'>)[] }>(
    'select public.change_cart($1, $2) as cart',
    kind,
    JSON.stringify(rows),
  )
  return { lines: (result?.cart ?? []).map(({ product_id: product, ...rest }) => ({ product, ...rest })) }
}

test('a visitor’s cart in a cookie and a shopper’s saved cart change alike', async () => {
  const property = fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 30 }), async (changes) => {
    let inCookie = EMPTY_CART
    let saved = await changeSaved('remove', (await changeSaved('read', [])).lines)
    expect(saved).toEqual(EMPTY_CART)
    for (const { kind, line: changed, to } of changes) {
      inCookie = CART_CHANGES[kind](inCookie, changed, to) ?? inCookie
      saved = await changeSaved(kind, kind === 'choose' ? [changed, to] : [changed])
      expect(saved).toEqual(inCookie)
    }
  })
  await fc.assert(property, { numRuns: 60 })
})

const wish = fc.record({
  slug: fc.constantFrom('guest-robe', 'kimono-robe'),
  size: fc.constantFrom('', 'M'),
  color: fc.constantFrom('', 'Navy Blue'),
  quantity: fc.integer({ min: 1, max: 5 }),
})

test('a visitor’s wishlist in a cookie and a shopper’s saved wishlist change alike', async () => {
  const changeWishes = async (kind: string, wishes: Wishlist) => {
    const [result] = await shopper.call<{ wishes: Wishlist }>(
      'select public.change_wishlist($1, $2) as wishes',
      kind,
      JSON.stringify(wishes),
    )
    return result?.wishes ?? []
  }
  const change = fc.record({ kind: fc.constantFrom('save', 'remove'), wish })
  const property = fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 20 }), async (changes) => {
    let inCookie: Wishlist = []
    let saved = await changeWishes('remove', await changeWishes('read', []))
    for (const one of changes) {
      inCookie = one.kind === 'save' ? (saveWish(inCookie, one.wish) ?? []) : removeWish(inCookie, one.wish)
      saved = await changeWishes(one.kind, [one.wish])
      expect(saved).toEqual(inCookie)
    }
  })
  await fc.assert(property, { numRuns: 40 })
})
