import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, type Session } from '../support/sessions.ts'

// An operator saves a product while another one makes the shop sell in whole rupees: either way the price follows the new rule.

let copy: TestDatabase
let saver: Session
let settings: Session

beforeEach(async () => {
  copy = await TestDatabase.make()
  ;[saver, settings] = [await copy.open('studio'), await copy.open('studio')]
})
afterEach(() => copy.drop())

const save = () => saver.run(`update public.products set price = 1890, discount = 25 where slug = 'guest-robe'`)
const sellInWholeRupees = () => settings.run('update public.order_rules set has_whole_rupees = true')
const price = () =>
  copy.read<{ final: number }>(`select final_price::float as final from public.products where slug = 'guest-robe'`)

test('a change of the rounding waits for a product that is being saved, and rounds its price', async () => {
  await saver.begin()
  await save()
  await settings.begin()
  const changed = sellInWholeRupees()
  await copy.untilWaiting(1)
  await saver.commit()
  await changed
  await settings.commit()
  expect(await price()).toEqual({ final: 1418 })
})

test('a product that is saved while the rounding changes waits for it, and has a price by the new rule', async () => {
  await settings.begin()
  await sellInWholeRupees()
  await saver.begin()
  const saved = save()
  await copy.untilWaiting(1)
  await settings.commit()
  await saved
  await saver.commit()
  expect(await price()).toEqual({ final: 1418 })
})
