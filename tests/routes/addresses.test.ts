import { expect, test } from 'vitest'
import { all, dom, words } from '../support/page-dom.ts'
import { asPerson, newPerson, operator, signedIn, type Person } from '../support/people.ts'
import type { Page, Visitor } from '../support/visitor.ts'

const HERE = '/profile/edit-location'
const flash = (page: Page) => words(dom(page).querySelector('.flash'))
const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const ADDRESS = { address: '1 Mall Road', city: 'Lahore', country: 'Pakistan', label: 'Home' }

async function rowsOf(person: Person) {
  const { data } = await operator()
    .from('profile_addresses')
    .select('*')
    .eq('profile_id', person.id)
    .order('created_at', { ascending: false })
  return data ?? []
}

async function resident(...addresses: string[]): Promise<{ person: Person; visitor: Visitor }> {
  const person = await newPerson()
  const visitor = await signedIn(person)
  for (const address of addresses) await visitor.post(HERE, { intent: 'add', ...ADDRESS, address })
  return { person, visitor }
}

const choose = (visitor: Visitor, intent: string, id = '') => visitor.post(HERE, { intent, address_id: id })

test('AD-01 AD-04 AD-05 AD-09 AD-11 none yet, then the first, which is the default, then others, newest first', async () => {
  const { person, visitor } = await resident()
  expect((await visitor.get(HERE)).text).toContain('No addresses found. Add your first address below.')
  const added = await visitor.post(HERE, { intent: 'add', ...ADDRESS })
  expect([added.url, flash(added)]).toEqual([HERE, 'Address added successfully'])
  expect(await rowsOf(person)).toMatchObject([{ address_line1: '1 Mall Road', is_primary: true }])
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '2 Mall Road' })
  const cards = all(dom(await visitor.get(HERE)), 'article')
  expect(cards.map((card) => /\d Mall Road/.exec(card)?.[0])).toEqual(['2 Mall Road', '1 Mall Road'])
  expect(cards.map((card) => card.startsWith('Default'))).toEqual([false, true])
})

test('AD-06 AD-07 AD-08 AD-10 AD-20 what an address needs: address and town; a country of three, Home or Office', async () => {
  const { person, visitor } = await resident()
  const refused = await visitor.post(HERE, { intent: 'add', address: ' ', city: '', firstName: 'Areeba' })
  expect([refused.status, problems(refused)]).toEqual([400, ['Address is required', 'Town/city is required']])
  expect(dom(refused).querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Areeba')
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, country: 'UK', label: 'Office', postalCode: 'sw1a 1aa' })
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, country: 'Atlantis', label: 'Castle' })
  expect(await rowsOf(person)).toMatchObject([
    { country: 'Pakistan', address_type: 'Home', postal_code: null },
    { country: 'UK', address_type: 'Office', postal_code: 'SW1A 1AA' },
  ])
})

test('AD-02 AD-12 AD-13 AD-15 AD-16 another default: chosen or added as such, there is one at a time', async () => {
  const { person, visitor } = await resident('1 Mall Road', '2 Mall Road')
  const primaries = async () => (await rowsOf(person)).filter((row) => row.is_primary).map((row) => row.address_line1)
  expect(await primaries()).toEqual(['1 Mall Road'])
  const second = (await rowsOf(person)).find((row) => row.address_line1 === '2 Mall Road')
  expect(flash(await choose(visitor, 'primary', second?.id))).toBe('Default address updated')
  expect(await primaries()).toEqual(['2 Mall Road'])
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '3 Mall Road', isPrimary: 'on' })
  expect(await primaries()).toEqual(['3 Mall Road'])
  const ids = (await rowsOf(person)).map(({ id }) => id)
  const client = await asPerson(person)
  await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      client.rpc('set_primary_address', { p_address_id: ids[place % ids.length] ?? '' }),
    ),
  )
  expect(await primaries()).toHaveLength(1)
})

test('AD-03 AD-14 AD-18 a deleted default hands over to the first that remains', async () => {
  const { person, visitor } = await resident('1 Mall Road', '2 Mall Road', '3 Mall Road')
  const first = (await rowsOf(person)).find((row) => row.is_primary)
  expect(flash(await choose(visitor, 'delete', first?.id))).toBe('Address deleted')
  const rows = await rowsOf(person)
  expect(rows).toHaveLength(2)
  expect(rows.filter((row) => row.is_primary)).toHaveLength(1)
  for (const { id } of rows) await choose(visitor, 'delete', id)
  expect((await visitor.get(HERE)).text).toContain('No addresses found.')
})

test('AD-17 AD-19 attack: another’s address is neither made a default nor deleted, and what isn’t one neither', async () => {
  const owner = await resident('1 Mall Road')
  const { visitor } = await resident('9 Mall Road')
  const [theirs] = await rowsOf(owner.person)
  for (const id of [theirs?.id, crypto.randomUUID(), 'nonsense', "' or 1=1"]) {
    expect(flash(await choose(visitor, 'primary', id))).toBe('An error occurred while updating default address')
    expect(flash(await choose(visitor, 'delete', id))).toBe('An error occurred while deleting address')
  }
  expect(await rowsOf(owner.person)).toEqual([theirs])
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, profile_id: owner.person.id, id: crypto.randomUUID() })
  expect(await rowsOf(owner.person)).toEqual([theirs])
})

test('an address that can’t be kept stays in the form', async () => {
  const { visitor } = await resident(...Array.from({ length: 20 }, (_, place) => `${place} Mall Road`))
  const page = await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '21 Mall Road' })
  expect([page.status, problems(page)]).toEqual([503, ['An error occurred while adding address']])
  expect(dom(page).querySelector('input[name=address]')?.getAttribute('value')).toBe('21 Mall Road')
})
