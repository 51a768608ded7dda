import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { AREAS, areasOfPage, areaWords, type Area } from '../../app/desk/areas.ts'
import { MENU_PATHS } from '../../app/desk/menu.ts'
import { AuthenticatorApp, copyOfProduct, newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newVisitor, serviceClient, signedIn, type Person } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

const ROLES = '/desk/settings/desk_role'
const STAFF = '/desk/people/operators'

let manager: Visitor
let link: string

beforeAll(async () => {
  const made = await newOperator('Roles Manager', 'manager')
  manager = made.desk
  link = made.link
})

/** Makes a role. Returns its name and its ID. */
async function newRole(...areas: Area[]) {
  const name = `Role ${randomUUID().slice(0, 8)}`
  const page = await manager.post(ROLES, { name, areas })
  expect([page.url, page.text.includes(`${name} is a role now.`)]).toEqual([ROLES, true])
  const path = dom(page)
    .querySelectorAll('.desk-table a')
    .find(({ text }) => text === name)
    ?.getAttribute('href')
  return { name, id: path?.split('/').at(-1) ?? '' }
}

const give = ({ id }: Person, role: string) => manager.post(STAFF, { intent: 'role', id, role })

/** Signs an operator in who has these areas. */
async function operatorFor(...areas: Area[]) {
  const [made, role] = [await newOperator('Person With Role'), await newRole(...areas)]
  expect((await give(made.person, role.id)).text).toContain(`The role of ${made.person.email} is now: ${role.name}.`)
  return { ...made, role }
}

test('a manager makes a role and gives it; it counts at once, and is recorded', async () => {
  const { desk, person } = await newOperator('Packing Person')
  expect((await desk.get('/desk/refunds')).status).toBe(200)
  const role = await newRole('orders')
  const page = await give(person, role.id)
  expect(dom(page).querySelector(`li:has(input[value="${person.id}"])`)?.text).toContain(role.name)
  expect((await desk.get('/desk/refunds')).status).toBe(403)
  expect((await desk.get('/desk/orders')).status).toBe(200)
  const record = serviceClient().from('desk_audit').select().eq('subject_id', person.email)
  const { data: row } = await record.order('id', { ascending: false }).limit(1).single()
  expect(row).toMatchObject({ action: 'give_role', before: { role: 'operator' }, after: { role: role.name } })
  const version = formFields((await manager.get(`${ROLES}/${role.id}`)).html, 'value="save"').version ?? ''
  await manager.post(`${ROLES}/${role.id}`, { intent: 'save', version, name: role.name, areas: ['money'] })
  expect((await desk.get('/desk/refunds')).status).toBe(200)
  expect((await desk.get('/desk/orders/confirm')).status).toBe(403)
  const kept = await manager.post(`${ROLES}/${role.id}`, { intent: 'remove', version: String(Number(version) + 1) })
  expect(kept.text).toContain('Operators still have it.')
  await give(person, 'operator')
  expect((await desk.get('/desk/orders/confirm')).status).toBe(200)
})

test('the menu leads to the pages of each area alone, and every other page says what it needs', async () => {
  const { desk, role } = await operatorFor('orders')
  const version = () =>
    manager.get(`${ROLES}/${role.id}`).then(({ html }) => formFields(html, 'value="save"').version ?? '')
  for (const area of Object.keys(AREAS) as Area[]) {
    await manager.post(`${ROLES}/${role.id}`, {
      intent: 'save',
      version: await version(),
      name: role.name,
      areas: [area],
    })
    const today = await desk.get('/desk')
    const entries = dom(today).querySelectorAll('.desk-wide a')
    const links = new Set(entries.map((one) => one.getAttribute('href')))
    for (const path of MENU_PATHS) {
      const areas = areasOfPage(path)
      const isTheirs = areas === null || areas.includes(area)
      expect([area, path, links.has(path)]).toEqual([area, path, isTheirs])
      const page = await desk.get(path)
      const found = [area, path, page.status, all(dom(page), 'h1').length, all(dom(page), 'head title').length]
      expect(found).toEqual([area, path, isTheirs ? 200 : 403, 1, 1])
      if (!isTheirs && Array.isArray(areas))
        expect(page.text).toContain(`This needs a role with ${areaWords(areas)}. A manager can give you one`)
    }
    for (const path of [STAFF, ROLES, `${ROLES}/${role.id}`]) {
      expect([area, path, (await desk.get(path)).status]).toEqual([area, path, 403])
      expect([area, path, (await desk.post(path, { intent: 'role' })).status]).toEqual([area, path, 403])
    }
  }
})

test('nobody gives a role without being a manager with a fresh code, to themselves, or one that isn’t there', async () => {
  const { person } = await newOperator('Somebody Else')
  expect((await give(person, randomUUID())).text).toContain('There is no such role any more.')
  const wrong = await manager.post(ROLES, { name: 'None', areas: 'everything' })
  expect([wrong.status, wrong.text.includes('Please tick what the role is for.')]).toEqual([400, true])
  const none = await manager.post(ROLES, { name: 'None' })
  expect([none.status, none.text.includes('Please tick what the role is for.')]).toEqual([400, true])
  const me = dom(await manager.get(STAFF))
    .querySelectorAll('li.panel')
    .find((one) => !one.querySelector('form'))
  expect(me?.text).toContain('Manager')
})

test('who has orders looks an order up and changes it; who has money or people only looks it up', async () => {
  const { data } = await serviceClient().from('orders').select('order_id').eq('status', 'Delivered').limit(1).single()
  const page = `/desk/orders/${data?.order_id}`
  const forms = (of: Visitor) => of.get(page).then((shown) => dom(shown).querySelectorAll('main form').length)
  const { desk } = await operatorFor('people')
  expect((await desk.get(page)).status).toBe(200)
  const list = async (of: Visitor) => {
    const shown = dom(await of.get('/desk/orders'))
    return [all(shown, 'main button'), shown.querySelectorAll('main a[href^="/desk/orders/file"]').length]
  }
  expect(await list(desk)).toEqual([['Show', 'Pick list', 'Packing slips', 'Labels'], 0])
  const { desk: accountant } = await operatorFor('money')
  const files = ['File of orders', 'File of lines', 'Pick list', 'Packing slips', 'Labels']
  expect((await list(accountant))[0]).toEqual(expect.arrayContaining(files))
  expect((await list(accountant))[0]).not.toEqual(expect.arrayContaining(['Shipped']))
  // The note.
  expect(await forms(desk)).toBe(1)
  const refused = await desk.post(page, { intent: 'refund_part', version: '1', amount: '1', reason: 'x' })
  expect([refused.status, refused.text.includes('Nothing was changed. This needs a role with Money.')]).toEqual([
    403,
    true,
  ])
})

test('without prices a product is saved with the price that it has', async () => {
  const { desk } = await operatorFor('products')
  const { desk: other } = await newOperator('Price Person')
  const path = await copyOfProduct(other)
  const page = await desk.get(path)
  expect(page.text).toContain('Changing it needs a role with Prices.')
  const fields = formFields(page.html, 'value="save"')
  const saved = await desk.post(path, { ...fields, intent: 'save', name: 'New words' })
  expect(saved.text).toContain('The product is saved.')
  const again = formFields(saved.html, 'value="save"')
  const refused = await desk.post(path, { ...again, intent: 'save', price: '1' })
  expect([refused.status, refused.text.includes('This needs a role with Prices.')]).toEqual([403, true])
  expect((await desk.get('/desk/products')).html).not.toContain('id="new-product"')
  expect(saved.html).not.toContain('value="duplicate"')
  // Who may change it translates it.
  const urdu = await desk.post(`/desk/urdu/product/${path.split('/').at(-1)}`, formFields(saved.html, 'value="urdu"'))
  expect(urdu.text).toContain('The Urdu is saved.')
})

test('a large change of a price says before and after, and is made by a second press', async () => {
  const { desk } = await newOperator('Large Person')
  const path = await copyOfProduct(desk)
  const id = path.split('/').at(-1) ?? ''
  await serviceClient().from('products').update({ price: 3000, discount: 0 }).eq('id', id)
  const price = async () => (await serviceClient().from('products').select('price').eq('id', id).single()).data?.price
  const fields = { ...formFields((await desk.get(path)).html, 'value="save"'), intent: 'save', price: '300' }
  const asked = await desk.post(path, fields)
  expect([asked.status, asked.text.includes('Shoppers would pay Rs. 300 instead of Rs. 3,000.')]).toEqual([409, true])
  expect(await price()).toBe(3000)
  const sure = { ...fields, ...formFields(asked.html, 'value="save"'), intent: 'save', price: '300', is_sure: 'on' }
  expect((await desk.post(path, sure)).text).toContain('The product is saved.')
  expect(await price()).toBe(300)
  // Sent again, it changes nothing.
  await serviceClient().from('products').update({ price: 3000 }).eq('id', id)
  expect((await desk.post(path, sure)).status).toBe(409)
  expect(await price()).toBe(3000)

  const draft = { intent: 'create', name: 'Cheap', price: '5' }
  const cheap = await desk.post('/desk/products', draft)
  expect([cheap.status, dom(cheap).querySelectorAll('#new-product [name=is_sure]').length]).toEqual([409, 1])
  expect((await desk.post('/desk/products', { ...draft, is_sure: 'on' })).text).toContain('This is the new product')
})

test('a dry run marks large changes of prices, and applies them only when somebody is sure', async () => {
  const { desk } = await newOperator('Many Prices')
  const path = await copyOfProduct(desk)
  const id = path.split('/').at(-1) ?? ''
  const discount = async () =>
    (await serviceClient().from('products').select('discount').eq('id', id).single()).data?.discount
  const dryRun = await desk.post('/desk/products', { intent: 'change', product: id, discount: '70' })
  expect(dryRun.text).toContain('Large change of price')
  const { version = '' } = formFields(dryRun.html, 'value="apply"')
  expect((await desk.post(dryRun.url, { intent: 'apply', version })).text).toContain('Shoppers would pay Rs.')
  expect(await discount()).toBe(0)
  const done = await desk.post(dryRun.url, { intent: 'apply', version, is_sure: 'on' })
  expect(done.text).toContain('All changes are made.')
  expect(await discount()).toBe(70)
})

test('a password that is too short for the desk is replaced after the code, and none shorter is set anywhere', async () => {
  const { person } = await newOperator('Short Person')
  const shopper = await signedIn(person)
  const change = { intent: 'password', current: person.password, password: 'eleven-char' }
  const kept = await shopper.post('/profile/account', change)
  expect([kept.status, kept.text.includes('At the desk, a password has at least 12 characters.')]).toEqual([400, true])
  await serviceClient().auth.admin.updateUserById(person.id, { password: 'short-1' })
  const { data } = await serviceClient().auth.admin.mfa.listFactors({ userId: person.id })
  for (const { id } of data?.factors ?? []) await serviceClient().auth.admin.mfa.deleteFactor({ id, userId: person.id })
  const visitor = newVisitor()
  await visitor.get(link)
  expect((await visitor.get('/desk/sign-in/password')).url).toBe('/desk/sign-in')
  const start = await visitor.post('/desk/sign-in', { email: person.email, password: 'short-1' })
  expect((await visitor.get('/desk/sign-in/password')).url).toBe('/desk/sign-in')
  const app = new AuthenticatorApp(start.html)
  const asked = await visitor.post('/desk/sign-in/code', { code: app.code() })
  expect([asked.url, all(dom(asked), 'h1')]).toEqual(['/desk/sign-in/password', ['A longer password']])
  expect((await visitor.get('/desk')).url).toContain('/desk/sign-in?')
  await visitor.get('/desk/sign-in/password')
  const short = await visitor.post('/desk/sign-in/password', { password: 'eleven-char' })
  expect([short.status, short.text.includes('at least 12 characters')]).toEqual([400, true])
  const done = await visitor.post('/desk/sign-in/password', { password: 'twelve-chars' })
  expect(done.url).toBe('/desk/recovery-codes?to=%2Fdesk')
  expect((await visitor.get('/desk')).status).toBe(200)
  const next = newVisitor()
  await next.get(link)
  await next.post('/desk/sign-in', { email: person.email, password: 'twelve-chars' })
  expect((await next.post('/desk/sign-in/code', { code: app.code() })).url).toBe('/desk')
})
