import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { arrivalOf } from '../../app/delivery/arrival.ts'
import type { DeliveryTerms } from '../../app/delivery/terms.ts'
import { seedHosted } from '../support/hosted-database.ts'
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.ts'

// The arrival of orders (SQL) and the arrival on pages (TypeScript) must be computed by the same rule.

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase({ seeded: false })
  await seedHosted(inject('postgres'), database.name, 'production')
})
afterAll(() => database.end())

test('the database and the pages compute the same arrival for two years with holidays', async () => {
  const { rows: holidays } = await database.query<{ day: string }>('select day::text from holidays')
  expect(holidays.length).toBeGreaterThan(20)
  const terms: DeliveryTerms = {
    cutOff: 14 * 60,
    businessDays: [1, 2, 3, 4, 5],
    countries: [{ country: 'Pakistan', isServed: true, fee: 15_000, freeFrom: null, firstDay: 3, lastDay: 5 }],
    areas: [],
    cashFee: 0,
    holidays: holidays.map(({ day }) => ({ day, name: 'Holiday', isExpected: false })),
  }
  const start = Date.parse('2026-01-01T00:00:00Z')
  const moments = fc.sample(fc.integer({ min: start, max: Date.parse('2027-12-01T00:00:00Z') }), {
    numRuns: 400,
    seed: 1,
  })
  // Every cut-off and midnight of a month, to the second.
  for (let day = 0; day < 31; day += 1) {
    const midnight = Date.parse('2026-12-01T00:00:00+05:00') + day * 86_400_000
    moments.push(midnight - 1000, midnight, midnight + 14 * 3_600_000 - 1000, midnight + 14 * 3_600_000)
  }
  const { rows } = await database.query<{ from: string; until: string }>(
    `select a.first_day::text as from, a.last_day::text as until
     from unnest($1::timestamptz[]) with ordinality as m (moment, place), shop.arrival('Pakistan', m.moment) a order by m.place`,
    [moments.map((moment) => new Date(moment).toISOString())],
  )
  expect(rows).toEqual(moments.map((moment) => arrivalOf(terms, 'Pakistan', moment)))
})

test('holidays that follow the moon are marked as expected', async () => {
  const { rows } = await database.query<{ name: string }>(
    `select distinct name from holidays where is_expected and day >= '2027-01-01' order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['Ashura', 'Eid Milad-un-Nabi', 'Eid al-Adha', 'Eid al-Fitr'])
})
