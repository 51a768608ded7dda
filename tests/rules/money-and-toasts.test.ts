import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOf } from '../../app/catalog/price.ts'
import { Cookies, declareCookie } from '../../app/platform/cookies.server.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import { formatMoney, toPaisa, toRupees } from '../../app/platform/money.ts'

const settings = (publicUrl: string) =>
  readSettings({
    PUBLIC_URL: publicUrl,
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_PUBLISHABLE_KEY: 'p',
    SUPABASE_SECRET_KEY: 's',
    SESSION_SECRET: 'x1y2z3'.repeat(8),
  })

test('over HTTPS every cookie is Secure and bound to the host (XX-06)', async () => {
  const cookie = declareCookie({ name: 'website_example' })
  const secure = new Cookies(settings('https://shop.example.pk')).of(cookie)
  const plain = new Cookies(settings('http://localhost:3000')).of(cookie)
  expect(await secure.serialize('x')).toMatch(/^__Host-website_example=.*; Path=\/;.*Secure/)
  expect(await plain.serialize('x')).toMatch(/^website_example=/)
  expect(await plain.serialize('x')).not.toMatch(/Secure/)
})

test('formats sums with separators and two decimals (XX-23)', () => {
  expect(formatMoney(249_900)).toBe('Rs. 2,499.00')
  expect(formatMoney(15_000)).toBe('Rs. 150.00')
  expect(formatMoney(123_456_789)).toBe('Rs. 1,234,567.89')
  expect(formatMoney(5)).toBe('Rs. 0.05')
  expect(formatMoney(0)).toBe('Rs. 0.00')
  expect(formatMoney(-62_250)).toBe('−Rs. 622.50')
})

test('converts between rupees and paisa without loss (XX-24)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (paisa) => toPaisa(Number(toRupees(paisa))) === paisa),
  )
})

test('a discount is named in whole percent, rounded half up, and only if it lowers the price (CA-13, CA-14, PD-13)', () => {
  const percentOff = (price: number, final: number, discount: number) =>
    priceOf({ price, final_price: final, discount }).percentOff
  expect(percentOff(249_900, 187_425, 25)).toBe(25)
  expect([percentOff(100_000, 87_500, 12.5), percentOff(100_000, 87_510, 12.49)]).toEqual([13, 12])
  expect(percentOff(100_000, 100_000, 0)).toBe(0)
  expect(percentOff(1, 1, 10)).toBe(0)
})
