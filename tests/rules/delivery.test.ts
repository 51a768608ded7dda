import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalOf, arrivalWords, arrivalPromise, arrivalPromiseExpiry } from '../../app/delivery/arrival.ts'
import { COUNTRIES, countryCode, countryName, isCountry } from '../../app/delivery/countries.ts'
import { readDeliveryTerms } from '../../app/delivery/delivery.server.ts'
import {
  countryProblem,
  daysWords,
  eachCountryWords,
  fillTerms,
  lackForFree,
  countryWords,
  PLACEHOLDERS,
  priceWords,
  servedCountries,
} from '../../app/delivery/terms.ts'
import type { DeliveryTerms } from '../../app/delivery/terms.ts'
import { inLanguage } from '../../app/language/current.server.ts'
import { timeWords } from '../../app/platform/time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const pakistan = { country: 'Pakistan', isServed: true, fee: 15_000, freeFrom: null, firstDay: 3, lastDay: 5 }
const usa = { country: 'USA', isServed: false, fee: 350_000, freeFrom: null, firstDay: 7, lastDay: 14 }
const terms: DeliveryTerms = {
  cutOff: 14 * 60,
  businessDays: [1, 2, 3, 4, 5],
  countries: [pakistan, usa],
  areas: [],
  cashFee: 0,
  holidays: [
    { day: '2026-12-25', name: 'Quaid-e-Azam Day', isExpected: false },
    { day: '2026-05-27', name: 'Eid al-Adha', isExpected: true },
  ],
}
const at = (local: string) => Date.parse(`${local}+05:00`)
const arrival = (local: string) => arrivalOf(terms, 'Pakistan', at(local))

const anyTerms = fc.record({
  cutOff: fc.integer({ min: 0, max: 1439 }),
  businessDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  countries: fc
    .record({ first: fc.integer({ min: 0, max: 20 }), more: fc.integer({ min: 0, max: 20 }) })
    .map(({ first, more }) => [{ ...pakistan, firstDay: first, lastDay: first + more }]),
  areas: fc.array(
    fc.record({ name: fc.string(), cities: fc.array(fc.string()), fee: fc.nat(), freeFrom: fc.constant(null) }),
    { maxLength: 2 },
  ),
  cashFee: fc.constant(0),
  holidays: fc
    .uniqueArray(fc.integer({ min: 20_600, max: 20_700 }), { maxLength: 12 })
    .map((days) =>
      days.map((day) => ({ day: new Date(day * DAY).toISOString().slice(0, 10), name: 'Holiday', isExpected: false })),
    ),
})
const anyMoment = fc.integer({ min: 20_600 * DAY, max: 20_700 * DAY })

test('an order before the cut-off of a business day counts from that day', () => {
  // A Monday.
  expect(arrival('2026-11-23T13:59:59')).toEqual({ from: '2026-11-26', until: '2026-11-30' })
})

test('an order at the cut-off counts from the next business day', () => {
  expect(arrival('2026-11-23T14:00:00')).toEqual({ from: '2026-11-27', until: '2026-12-01' })
  expect(arrival('2026-11-27T15:00:00')).toEqual(arrival('2026-11-30T09:00:00'))
})

test('an order on a weekend or a holiday counts from the next business day', () => {
  expect(arrival('2026-11-22T10:00:00')).toEqual(arrival('2026-11-23T10:00:00'))
  expect(arrival('2026-12-25T10:00:00')).toEqual(arrival('2026-12-28T10:00:00'))
})

test('nothing arrives on a holiday', () => {
  // Tue 22 December: Fri 25 is a holiday and would be the third business day.
  expect(arrival('2026-12-22T10:00:00')).toEqual({ from: '2026-12-28', until: '2026-12-30' })
})

test('the day is that of Karachi, not that of UTC', () => {
  expect(arrivalOf(terms, 'Pakistan', Date.parse('2026-11-22T20:00:00Z'))).toEqual(arrival('2026-11-23T01:00:00'))
})

test('a country has a name within a sentence and a code', () => {
  expect(COUNTRIES.map((country) => [countryCode(country), countryName(country)])).toEqual([
    ['PK', 'Pakistan'],
    ['US', 'the United States'],
    ['GB', 'the United Kingdom'],
  ])
  expect([isCountry('Atlantis'), countryCode('Atlantis'), countryName('Atlantis')]).toEqual([
    false,
    undefined,
    'Atlantis',
  ])
})

test('an unserved country has no arrival', () => {
  expect(arrivalOf(terms, 'USA', at('2026-11-23T10:00:00'))).toBeNull()
})

test('a parcel arrives on business days after the order, and the window’s days are in order', () => {
  fc.assert(
    fc.property(anyTerms, anyMoment, (rules, moment) => {
      const window = arrivalOf(rules, 'Pakistan', moment)
      if (!window) throw new Error('There is a window.')
      expect(window.from <= window.until).toBe(true)
      expect(Date.parse(window.from) + 19 * HOUR).toBeGreaterThanOrEqual(moment)
      for (const day of [window.from, window.until]) {
        expect(rules.businessDays).toContain(new Date(day).getUTCDay() || 7)
        expect(rules.holidays.map((holiday) => holiday.day)).not.toContain(day)
      }
    }),
  )
})

test('a later order never arrives earlier', () => {
  fc.assert(
    fc.property(anyTerms, anyMoment, fc.integer({ min: 0, max: 30 * DAY }), (rules, moment, later) => {
      const first = arrivalOf(rules, 'Pakistan', moment)
      const second = arrivalOf(rules, 'Pakistan', moment + later)
      expect(first && second && first.from <= second.from && first.until <= second.until).toBe(true)
    }),
  )
})

test('one more holiday never makes an arrival earlier', () => {
  fc.assert(
    fc.property(anyTerms, anyMoment, fc.integer({ min: 20_600, max: 20_760 }), (rules, moment, extra) => {
      const day = new Date(extra * DAY).toISOString().slice(0, 10)
      const more = { ...rules, holidays: [...rules.holidays, { day, name: 'One more', isExpected: true }] }
      const before = arrivalOf(rules, 'Pakistan', moment)
      const after = arrivalOf(more, 'Pakistan', moment)
      expect(before && after && before.from <= after.from && before.until <= after.until).toBe(true)
    }),
  )
})

test('the promise doesn’t change until it expires', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyMoment,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (rules, moment, part) => {
        const end = arrivalPromiseExpiry(rules, moment)
        expect(end).toBeGreaterThan(moment)
        expect(end - moment).toBeLessThanOrEqual(DAY)
        expect(arrivalPromise(rules, moment + Math.floor((end - moment) * part))).toBe(arrivalPromise(rules, moment))
      },
    ),
  )
})

test('the promise expires at the cut-off, then at midnight', () => {
  expect(arrivalPromiseExpiry(terms, at('2026-11-23T13:59:59'))).toBe(at('2026-11-23T14:00:00'))
  expect(arrivalPromiseExpiry(terms, at('2026-11-23T14:00:00'))).toBe(at('2026-11-24T00:00:00'))
})

test('nothing is promised for a day that lies more than 500 days ahead', () => {
  const daily = { ...terms, businessDays: [1, 2, 3, 4, 5, 6, 7], holidays: [] }
  const until = (lastDay: number) => {
    const countries = [{ ...pakistan, firstDay: 0, lastDay }]
    return arrivalOf({ ...daily, countries }, 'Pakistan', at('2026-01-01T10:00:00'))
  }
  expect(until(499)).toEqual({ from: '2026-01-01', until: '2027-05-15' })
  expect(until(500)).toBeNull()
})

test('without any business day, and in an unserved country, nothing is promised', () => {
  expect(arrivalOf({ ...terms, businessDays: [] }, 'Pakistan', at('2026-11-23T10:00:00'))).toBeNull()
  expect(arrivalPromise(terms, at('2026-11-23T10:00:00'), 'USA')).toBeNull()
})

test('the promise names the cut-off only before it', () => {
  expect(arrivalPromise(terms, at('2026-11-23T10:00:00'))).toBe(
    'Order by 2\u00a0PM today: arrives Thu\u00a026\u00a0Nov\u00a0– Mon\u00a030\u00a0Nov.',
  )
  expect(arrivalPromise(terms, at('2026-11-23T16:00:00'))).toBe(
    'Arrives Fri\u00a027\u00a0Nov\u00a0– Tue\u00a01\u00a0Dec.',
  )
  expect(arrivalPromise(terms, at('2026-11-22T10:00:00'))).toBe(
    'Arrives Thu\u00a026\u00a0Nov\u00a0– Mon\u00a030\u00a0Nov.',
  )
  expect(arrivalPromise(terms, at('2026-11-23T14:00:00'))).toBe(
    'Arrives Fri\u00a027\u00a0Nov\u00a0– Tue\u00a01\u00a0Dec.',
  )
  expect(arrivalWords({ from: '2026-11-26', until: '2026-11-26' })).toBe('Thu\u00a026\u00a0Nov')
})

test('fills known placeholders in texts and keeps other braces', () => {
  const words = 'Delivery: {delivery_price}, {delivery_days}, order by {order_cut_off}. {delivery_abroad} {other}'
  expect(fillTerms(words, terms)).toBe(
    'Delivery: Rs.\u00a0150.00, 3 to 5 business days, order by 2\u00a0PM. We deliver within Pakistan only. {other}',
  )
  const abroad = {
    ...terms,
    countries: [
      { ...pakistan, freeFrom: 500_000 },
      { ...usa, isServed: true },
    ],
  }
  expect(fillTerms('{delivery_price} {delivery_countries} {delivery_abroad}', abroad)).toBe(
    'Rs.\u00a0150.00 (free from Rs.\u00a05,000.00) Pakistan and the United States ' +
      'Delivery to the United States costs Rs.\u00a03,500.00 and takes 7 to 14 business days.',
  )
})

test('texts never show a known placeholder, even if the terms can’t be read', () => {
  for (const known of [terms, null, { ...terms, countries: [] }])
    for (const name of PLACEHOLDERS) expect(fillTerms(`{${name}}`, known)).not.toContain('{')
})

test('explains unserved countries, and refuses none while the terms can’t be read', () => {
  expect(countryProblem(terms, 'USA')).toBe('We don’t deliver to the United States. We deliver to Pakistan.')
  expect(countryProblem(terms, 'Pakistan')).toBeNull()
  expect(countryProblem(null, 'USA')).toBeNull()
})

test('formats prices and times', () => {
  expect(priceWords({ ...pakistan, fee: 0 })).toBe('Free')
  expect([840, 870, 545, 0, 720, 719, 1439].map((minutes) => timeWords(minutes))).toEqual(
    '2\u00a0PM,2:30\u00a0PM,9:05\u00a0AM,12\u00a0AM,12\u00a0PM,11:59\u00a0AM,11:59\u00a0PM'.split(','),
  )
  const days = (firstDay: number, lastDay: number) => daysWords({ ...pakistan, firstDay, lastDay })
  expect([days(1, 1), days(2, 2), days(0, 1), days(1, 2)]).toEqual(
    '1 business day,2 business days,0 to 1 business day,1 to 2 business days'.split(','),
  )
})

test('a price in an Urdu sentence is in words, so that its full stop is no minus', () => {
  inLanguage('ur', () => {
    expect(fillTerms('ڈیلیوری {delivery_price}۔', terms)).toBe('ڈیلیوری صرف 150\u00a0روپے۔')
    const cheap = { ...terms, countries: [{ ...pakistan, fee: 15_050, freeFrom: 500_000 }] }
    expect(fillTerms('{delivery_price}', cheap)).toBe(
      'صرف 150.50\u00a0روپے (کم از کم 5,000\u00a0روپے کی خریداری پر مفت)',
    )
    expect(fillTerms('{delivery_price}', { ...terms, countries: [{ ...pakistan, fee: 0 }] })).toBe('مفت')
  })
})

test('lists the served countries with the shop’s own first', () => {
  const uk = { ...usa, country: 'UK', isServed: true }
  const everywhere = { ...terms, countries: [{ ...usa, isServed: true }, uk, pakistan] }
  expect(countryWords(everywhere)).toBe('Pakistan, the United States and the United Kingdom')
  expect(servedCountries(terms)).toEqual([pakistan])
  expect(fillTerms('{delivery_abroad}', everywhere)).toBe(
    'Delivery to the United States costs Rs.\u00a03,500.00 and takes 7 to 14 business days. ' +
      'Delivery to the United Kingdom costs Rs.\u00a03,500.00 and takes 7 to 14 business days.',
  )
})

test('without terms, texts say where the figures are', () => {
  const words = '{delivery_price}, {delivery_days}, {delivery_countries}, {order_cut_off}. {delivery_abroad}'
  expect(fillTerms(words, null)).toBe(
    'the price in your cart, a few business days, Pakistan, the early afternoon. The checkout says where we deliver.',
  )
})

const STORED = {
  cut_off: '14:30',
  business_days: [1, 2],
  countries: [
    { country: 'Pakistan', is_served: true, fee: 150, free_from: 5000, first_day: 3, last_day: 5 },
    { country: 'USA', is_served: false, fee: 3500.5, free_from: null, first_day: 7, last_day: 14 },
  ],
  areas: [{ name: 'Karachi', cities: ['Karachi'], fee: 100, free_from: 3000 }],
  cash_fee: 50,
  holidays: [{ day: '2026-12-25', name: 'Quaid-e-Azam Day', is_expected: true }],
}

/** Reads the terms from a database that returns this. Returns them with what was asked and logged. */
async function readStored(response: object) {
  const asked: string[] = []
  const logged: unknown[] = []
  const terms = await readDeliveryTerms({
    backends: { anonymous: { rpc: async (name: string) => (asked.push(name), response) } },
    catalogue: { get: (key: string, load: () => unknown) => (asked.push(key), load()) },
    log: { error: (line: { event: string }) => logged.push(line.event) },
    requestId: 'request-1',
    markIncomplete: () => undefined,
  } as never)
  return { terms, asked, logged }
}

test('the terms are read through the cache, with prices in paisa and the cut-off in minutes', async () => {
  const { terms, asked } = await readStored({ data: STORED, error: null })
  expect(terms).toEqual({
    cutOff: 14 * 60 + 30,
    businessDays: [1, 2],
    countries: [
      { country: 'Pakistan', isServed: true, fee: 15_000, freeFrom: 500_000, firstDay: 3, lastDay: 5 },
      { country: 'USA', isServed: false, fee: 350_050, freeFrom: null, firstDay: 7, lastDay: 14 },
    ],
    areas: [{ name: 'Karachi', cities: ['Karachi'], fee: 10_000, freeFrom: 300_000 }],
    cashFee: 5_000,
    holidays: [{ day: '2026-12-25', name: 'Quaid-e-Azam Day', isExpected: true }],
  })
  expect(fillTerms('{delivery_price}', terms)).toBe('Rs.\u00a0100.00 to Rs.\u00a0150.00')
  expect(terms && eachCountryWords(terms)).toContain(
    'costs Rs.\u00a0150.00 (free from Rs.\u00a05,000.00), in Karachi Rs.\u00a0100.00 (free from Rs.\u00a03,000.00) and takes',
  )
  expect(asked).toEqual(['delivery', 'delivery_terms'])
})

test('goods lack what is missing from the threshold of free delivery, and nothing where it is free or never is', () => {
  const lackOf = (home: object, goods: number) =>
    lackForFree({ ...terms, countries: [{ ...pakistan, ...home }] }, goods)?.lack ?? null
  const threshold = { freeFrom: 300_000 }
  expect([lackOf(threshold, 265_000), lackOf(threshold, 300_000)]).toEqual([35_000, null])
  expect([lackOf({ freeFrom: null }, 0), lackOf({ fee: 0, freeFrom: 300_000 }, 0)]).toEqual([null, null])
})

test('terms that can’t be read, or have no time of day, are logged and null', async () => {
  const failed = { terms: null, logged: ['delivery terms not read'] }
  expect(await readStored({ data: null, error: { message: 'no such function' } })).toMatchObject(failed)
  expect(await readStored({ data: STORED, error: { message: 'gone' } })).toMatchObject(failed)
  for (const cut_off of ['14:30:00', '2:30', 'x14:30', '014:30'])
    expect(await readStored({ data: { ...STORED, cut_off }, error: null })).toMatchObject(failed)
})
