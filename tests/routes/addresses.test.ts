import { expect, test } from 'vitest'
import { ADDRESS_PARTS, eachPart } from '../../app/address/address-parts.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { asPerson, newPerson, serviceClient, signedIn, type Person } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

const HERE = '/profile/edit-location'
const flash = (page: Page) => words(dom(page).querySelector('.flash'))
const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const ADDRESS = { address: '1 Mall Road', city: 'Lahore', country: 'Pakistan', label: 'Home' }

async function rowsOf(person: Person) {
  const { data } = await serviceClient()
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

test('makes the first address the default, and lists others newest first (AD-01, AD-04, AD-05, AD-09, AD-11)', async () => {
  const { person, visitor } = await resident()
  expect((await visitor.get(HERE)).text).toContain('No addresses found. Add your first address below.')
  const added = await visitor.post(HERE, { intent: 'add', ...ADDRESS })
  expect([added.url, flash(added)]).toEqual([HERE, 'Address added successfully'])
  expect(await rowsOf(person)).toMatchObject([{ address_line1: '1 Mall Road', is_primary: true }])
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '2 Mall Road' })
  const cards = all(dom(await visitor.get(HERE)), 'article')
  expect(cards.map((card) => /\d Mall Road/.exec(card)?.[0])).toEqual(['2 Mall Road', '1 Mall Road'])
  expect(cards.map((card) => card.startsWith('Home Default'))).toEqual([false, true])
})

test('requires address and town; a country of three, Home or Office (AD-06, AD-07, AD-08, AD-10, AD-20)', async () => {
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

test('keeps an address abroad and says that the shop doesn’t deliver there yet', async () => {
  const { visitor } = await resident('1 Mall Road')
  const added = await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '5 Hill Street', country: 'UK' })
  expect(flash(added)).toBe('Address added successfully')
  const notes = all(dom(added), 'article').map((card) => card.includes('We don’t deliver to the United Kingdom yet.'))
  expect(notes).toEqual([true, false])
  expect(all(dom(added), 'select[name=country] option')).toEqual([
    'Pakistan',
    'USA – no delivery yet',
    'UK – no delivery yet',
  ])
})

test('uses a saved address instead of saving the same once more, and makes it the default on request', async () => {
  const { person, visitor } = await resident('1 Mall Road', '2 Mall Road')
  const again = await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: ' 2  mall road ', isPrimary: 'on' })
  expect([again.url, flash(again)]).toEqual([HERE, 'This address is among yours already.'])
  expect(await rowsOf(person)).toMatchObject([
    { address_line1: '2 Mall Road', is_primary: true },
    { address_line1: '1 Mall Road', is_primary: false },
  ])
  const others: Record<string, string>[] = [
    { label: 'Office' },
    { country: 'UK' },
    { firstName: 'Gul' },
    { city: 'Multan' },
  ]
  for (const other of others) await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '2 Mall Road', ...other })
  expect(await rowsOf(person)).toHaveLength(6)
})

test('has one default at a time, chosen or added as such (AD-02, AD-12, DB-93, AD-13, AD-15, AD-16)', async () => {
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

test('makes the first remaining address the default after the default is deleted (AD-03, AD-14, AD-18)', async () => {
  const { person, visitor } = await resident('1 Mall Road', '2 Mall Road', '3 Mall Road')
  const first = (await rowsOf(person)).find((row) => row.is_primary)
  expect(flash(await choose(visitor, 'delete', first?.id))).toBe('Address deleted')
  const rows = await rowsOf(person)
  expect(rows).toHaveLength(2)
  expect(rows.filter((row) => row.is_primary).map((row) => row.address_line1)).toEqual(['3 Mall Road'])
  for (const { id } of rows) await choose(visitor, 'delete', id)
  expect((await visitor.get(HERE)).text).toContain('No addresses found.')
})

test('attack: neither makes another shopper’s address the default nor deletes it (AD-17, AD-19)', async () => {
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

test('refuses the 21st address with the reason, and keeps it in the form', async () => {
  const { visitor } = await resident(...Array.from({ length: 20 }, (_, place) => `${place} Mall Road`))
  const page = await visitor.post(HERE, { intent: 'add', ...ADDRESS, address: '21 Mall Road' })
  expect([page.status, problems(page)]).toEqual([
    409,
    ['You have 20 saved addresses, which is the most. Please delete one first.'],
  ])
  expect(dom(page).querySelector('input[name=address]')?.getAttribute('value')).toBe('21 Mall Road')
})

const card = (page: Page, street: string) =>
  dom(page)
    .querySelectorAll('article')
    .find((article) => words(article).includes(street)) ?? null
const input = (page: Page, name: string) => dom(page).querySelector(`main [name=${name}]`)?.getAttribute('value')

test('shows the recipient and phone on a card, or that the phone is missing', async () => {
  const { visitor } = await resident('2 Mall Road')
  const named = { ...ADDRESS, firstName: 'Hira', lastName: 'Malik', phone: '0300 7654321' }
  await visitor.post(HERE, { intent: 'add', ...named })
  const page = await visitor.get(HERE)
  expect(words(card(page, '1 Mall Road'))).toContain('Hira Malik')
  expect(words(card(page, '1 Mall Road'))).toContain('0300 7654321')
  expect(words(card(page, '2 Mall Road'))).toContain('No phone number.')
})

test('edits a saved address, which stays the default', async () => {
  const { person, visitor } = await resident('1 Mall Road')
  await visitor.post(HERE, {
    intent: 'add',
    ...ADDRESS,
    address: '2 Mall Road',
    phone: '050 123 4567',
    phoneCountry: 'AE',
  })
  const edit =
    card(await visitor.get(HERE), '2 Mall Road')
      ?.querySelector('a[href*=edit]')
      ?.getAttribute('href') ?? ''
  const form = await visitor.get(edit)
  expect([words(dom(form).querySelector('main h1')), input(form, 'address'), input(form, 'phone')]).toEqual([
    'Edit address',
    '2 Mall Road',
    '050 123 4567',
  ])
  expect(dom(form).querySelector('select[name=phoneCountry] option[selected]')?.getAttribute('value')).toBe('AE')
  const fields = formFields(form.html, 'address_id')
  const saved = await visitor.post(edit, { ...fields, intent: 'save', address: '22 Mall Road', isPrimary: 'on' })
  expect([saved.url, flash(saved)]).toEqual([HERE, 'Address saved'])
  expect((await rowsOf(person)).map((row) => [row.address_line1, row.phone, row.is_primary])).toEqual([
    ['22 Mall Road', '+971501234567', true],
    ['1 Mall Road', null, false],
  ])
  await visitor.post(edit, { ...fields, intent: 'save', address: '23 Mall Road' })
  expect((await rowsOf(person))[0]).toMatchObject({ address_line1: '23 Mall Road', is_primary: true })
  const wrong = await visitor.post(edit, { ...fields, intent: 'save', address: '', postalCode: '1', phone: '12' })
  expect([wrong.status, problems(wrong)]).toEqual([
    400,
    ['Address is required', 'Postal code is invalid', expect.stringMatching(/^Phone number is invalid\./)],
  ])
  expect(words(dom(wrong).querySelector('main h1'))).toBe('Edit address')
})

test('attack: neither shows nor saves another shopper’s address', async () => {
  const owner = await resident('1 Mall Road')
  const { visitor } = await resident('9 Mall Road')
  const [theirs] = await rowsOf(owner.person)
  for (const id of [theirs?.id ?? '', crypto.randomUUID(), 'nonsense']) {
    const page = await visitor.get(`${HERE}?edit=${id}`)
    expect([page.status, page.text.includes('1 Mall Road')]).toEqual([404, false])
    const saved = await visitor.post(HERE, { intent: 'save', ...ADDRESS, address_id: id })
    expect([saved.status, problems(saved)]).toEqual([404, ['This address is no longer among your addresses.']])
  }
  expect(await rowsOf(owner.person)).toEqual([theirs])
})

test('restores a deleted address, as the default if it was that', async () => {
  const { person, visitor } = await resident('1 Mall Road', '2 Mall Road')
  const before = await rowsOf(person)
  const first = before.find((row) => row.is_primary)
  const page = await choose(visitor, 'delete', first?.id)
  expect(words(dom(page).querySelector('.undo'))).toBe('Deleted: 1 Mall Road, Lahore Undo')
  for (const path of [HERE, `${HERE}?undo`, `${HERE}?intent=undo`]) await visitor.get(path)
  expect(await rowsOf(person)).toHaveLength(1)
  const cookies = new Map(visitor.cookies)
  const undone = await visitor.post(HERE, { intent: 'undo' })
  expect([flash(undone), dom(undone).querySelector('.undo')]).toEqual(['Address restored', null])
  visitor.cookies = cookies
  await visitor.post(HERE, { intent: 'undo' })
  const timeless = (rows: typeof before) =>
    rows.map(({ created_at: _, ...row }) => row).toSorted((one, other) => one.id.localeCompare(other.id))
  expect(timeless(await rowsOf(person))).toEqual(timeless(before))
})

test('restores the longest address too', async () => {
  const long = (length: number) => 'ش'.repeat(length)
  const { person, visitor } = await resident()
  const longest = eachPart((part) => long(ADDRESS_PARTS[part].longest))
  await visitor.post(HERE, { intent: 'add', ...ADDRESS, ...longest, phone: '0300 7654321', postalCode: '54000' })
  const [row] = await rowsOf(person)
  await choose(visitor, 'delete', row?.id)
  expect(flash(await visitor.post(HERE, { intent: 'undo' }))).toBe('Address restored')
  expect(await rowsOf(person)).toEqual([{ ...row, created_at: expect.any(String) }])
})

test('attack: lets only its own shopper restore a deleted address', async () => {
  const { visitor } = await resident('1 Mall Road')
  const page = await visitor.get(HERE)
  await choose(visitor, 'delete', String(formFields(page.html, 'address_id').address_id))
  const other = await resident()
  const sealed = visitor.cookies.get('website_deleted_address') ?? ''
  other.visitor.cookies.set('website_deleted_address', sealed)
  expect((await other.visitor.get(HERE)).text).not.toContain('1 Mall Road')
  expect(flash(await other.visitor.post(HERE, { intent: 'undo' }))).toBe('This address can no longer be brought back.')
  expect(await rowsOf(other.person)).toEqual([])
  expect(decodeURIComponent(sealed)).not.toContain('Mall')
})
