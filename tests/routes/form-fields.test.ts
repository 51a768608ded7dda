import { expect, test } from 'vitest'
import { newPerson, newVisitor, signedIn } from '../support/people.ts'
import { everyPageType } from '../support/page-types.ts'
import { dom, words } from '../support/page-dom.ts'
import { withMarks, type Fields, type Page, type Visitor } from '../support/visitor.ts'

interface RefusedForm {
  path: string
  posted: Fields
  /** The field that takes the focus, and its error. */
  first: [name: string, message: string]
  kept: Fields
  /** Attributes from the schema, by field name. */
  asks: Record<string, Record<string, string>>
  isPersonal?: boolean
  encoding?: 'multipart'
}

const FORMS: RefusedForm[] = [
  {
    path: '/login',
    posted: { emailOrPhone: 'someone@example.com', password: '' },
    first: ['password', 'Password is required.'],
    kept: { emailOrPhone: 'someone@example.com' },
    asks: { emailOrPhone: { required: '', maxlength: '254' }, password: { required: '', maxlength: '200' } },
  },
  {
    path: '/create-account',
    posted: { fullName: 'Hira Aslam', email: 'nobody', password: 'a-good-password' },
    first: ['email', 'Invalid email format.'],
    kept: { fullName: 'Hira Aslam', email: 'nobody' },
    asks: { fullName: { required: '', maxlength: '120' }, password: { minlength: '6' } },
  },
  {
    path: '/forget-password',
    posted: { email: 'nobody' },
    first: ['email', 'Please enter a valid email address.'],
    kept: { email: 'nobody' },
    asks: { email: { required: '' } },
  },
  {
    path: '/contact',
    posted: { firstName: 'Hira', email: 'nobody', message: 'Hello' },
    first: ['email', 'Please enter a valid email address.'],
    kept: { firstName: 'Hira', email: 'nobody', message: 'Hello' },
    asks: { message: { required: '', maxlength: '5000' } },
  },
  {
    path: '/help/delivery-details?tab=tracking',
    posted: { number: 'ORD-1', contact: 'nobody@' },
    first: ['contact', 'Please enter a valid email address.'],
    kept: { number: 'ORD-1', contact: 'nobody@' },
    asks: { number: { required: '' }, contact: { required: '' } },
  },
  {
    path: '/profile-setup',
    posted: { name: 'Hira', address: '7 Canal Road', dob: '1994-03-09', city: 'Lahore', phone: '0300 1234567' },
    first: ['gender', 'Gender is required'],
    kept: { name: 'Hira', city: 'Lahore', phone: '0300 1234567' },
    asks: { address: { required: '', maxlength: '200' } },
    isPersonal: true,
    encoding: 'multipart',
  },
  {
    path: '/profile?index&edit',
    posted: { fullName: '', phone: '0300 1234567' },
    first: ['fullName', 'Name is required'],
    kept: { phone: '0300 1234567' },
    asks: { fullName: { required: '', maxlength: '120' } },
    isPersonal: true,
    encoding: 'multipart',
  },
  {
    path: '/profile/edit-location',
    posted: { intent: 'add', address: '7 Canal Road', city: '', postalCode: '54000', label: 'Office' },
    first: ['city', 'Town/city is required'],
    kept: { address: '7 Canal Road', postalCode: '54000' },
    asks: { address: { required: '', maxlength: '200' }, city: { required: '' } },
    isPersonal: true,
  },
  {
    path: '/profile/account',
    posted: { intent: 'email', email: 'nobody', confirmation: 'x' },
    first: ['email', 'Invalid email format.'],
    kept: { email: 'nobody' },
    asks: { email: { required: '' }, proof: { required: '' }, current: { required: '' } },
    isPersonal: true,
  },
  {
    path: '/product/guest-robe?tab=ratingReviews&write=1',
    posted: { rating: '4', text: '' },
    first: ['text', 'Please write your review'],
    kept: { rating: '4' },
    asks: { text: { required: '', maxlength: '2000' } },
    isPersonal: true,
    encoding: 'multipart',
  },
]

test.each(FORMS)(
  '$path: shows each error of a refused form at its field, and focuses the first',
  async ({ path, posted, first: [name, message], kept, asks, isPersonal, encoding }) => {
    const visitor = isPersonal ? await signedIn(await newPerson()) : newVisitor()
    const page = await refused(visitor, path, posted, encoding)
    expect(page.status).toBe(400)
    const root = dom(page)
    const focused = root.querySelectorAll('main [autofocus]')
    expect(focused.map((element) => element.getAttribute('name'))).toEqual([name])
    const field = focused[0]
    const invalid = field?.closest('[aria-invalid]')
    const [describedBy = ''] = invalid?.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(words(root.getElementById(describedBy))).toBe(message)
    // Browsers ignore `autofocus` on a page whose address has a fragment.
    expect(field?.closest('form')?.getAttribute('action') ?? '').not.toContain('#')
    expect(untoldErrors(root)).toEqual([])
    const links = root.querySelectorAll('main [role=alert] a')
    expect(links.map((link) => words(link))).toContain(message)
    for (const link of links) expect(root.querySelector(`[id="${link.getAttribute('href')?.slice(1)}"]`)).not.toBeNull()
    for (const [fieldName, value] of Object.entries(kept)) expect(valueOf(page, fieldName)).toBe(value)
    for (const [fieldName, attributes] of Object.entries(asks)) {
      const input = root.querySelector(`main [name=${fieldName}]`)
      for (const [attribute, value] of Object.entries(attributes))
        expect([fieldName, attribute, input?.attrs[attribute]]).toEqual([fieldName, attribute, value])
    }
  },
)

test.each(FORMS)(
  '$path: reads each field of a refused form without the marks that copied texts have',
  async ({ path, posted, isPersonal, encoding }) => {
    const visitor = isPersonal ? await signedIn(await newPerson()) : newVisitor()
    const shown = async (fields: Fields) => {
      const page = await refused(visitor, path, fields, encoding)
      const root = dom(page)
      return {
        status: page.status,
        errors: root.querySelectorAll('main [role=alert] a').map((link) => [link.getAttribute('href'), words(link)]),
        fields: Object.keys(posted).map((name) => [name, valueOf(page, name)]),
      }
    }
    expect(await shown(withMarks(posted))).toEqual(await shown(posted))
  },
)

test('focuses an error that belongs to no field', async () => {
  const page = await newVisitor().post('/login', { emailOrPhone: 'nobody@example.com', password: 'wrong-password' })
  const focused = dom(page).querySelectorAll('main [autofocus]')
  expect(focused.map((element) => element.getAttribute('role'))).toEqual(['alert'])
})

test('takes no focus before a form is submitted', async () => {
  for (const path of ['/login', '/contact', '/create-account'])
    expect(dom(await newVisitor().get(path)).querySelectorAll('main [autofocus]')).toHaveLength(0)
})

test.each(['/login', '/create-account'])('%s: a refused form keeps "Keep me signed in" as it was', async (path) => {
  const isKept = async (posted: Fields) =>
    dom(await refused(newVisitor(), path, posted))
      .querySelector('main [name=keepSignedIn]')
      ?.hasAttribute('checked')
  expect(await isKept({ keepSignedIn: 'on' })).toBe(true)
  expect(await isKept({})).toBe(false)
  expect(dom(await newVisitor().get(path)).querySelector('[name=keepSignedIn][checked]')).not.toBeNull()
})

test('says of every refused field on every page that it is invalid, with its error first, and posts no form to a fragment', async () => {
  const pages = await everyPageType()
  const problems = [...pages].flatMap(([name, page]) => {
    const root = dom(page)
    // Forms of `useShopForm` have an ID. A refusal in the chat belongs to the conversation.
    const actions = root.querySelectorAll('main form[novalidate][id]').map((form) => form.getAttribute('action') ?? '')
    return [...untoldErrors(root), ...actions.filter((action) => action.includes('#'))].map((text) => [name, text])
  })
  expect(problems).toEqual([])
  expect([...pages.values()].filter((page) => dom(page).querySelector(ERROR)).length).toBeGreaterThan(3)
})

const ERROR = 'main .error[id]'

/** Returns the errors at fields that aren't the first words of the description of a field that is marked as invalid. */
function untoldErrors(root: ReturnType<typeof dom>): string[] {
  const invalid = root.querySelectorAll('[aria-invalid=true]')
  const told = new Set(invalid.map((field) => field.getAttribute('aria-describedby')?.split(' ')[0]))
  return root
    .querySelectorAll(ERROR)
    .filter((error) => words(error) !== '' && !told.has(error.id))
    .map((error) => words(error))
}

async function refused(visitor: Visitor, path: string, posted: Fields, encoding?: 'multipart'): Promise<Page> {
  if (!encoding) return visitor.post(path, posted)
  const body = new FormData()
  for (const [name, value] of Object.entries(posted)) body.set(name, String(value))
  const response = await visitor.request(path, { method: 'POST', body })
  return { status: response.status, url: path, headers: response.headers, html: await response.text(), text: '' }
}

/** Returns a field's value: an input's, a textarea's, or the chosen radio button's. */
function valueOf(page: Page, name: string): string | undefined {
  const inputs = dom(page).querySelectorAll(`main [name=${name}]`)
  const input = inputs.find((one) => one.getAttribute('type') !== 'radio' || one.hasAttribute('checked'))
  return input?.tagName === 'TEXTAREA' ? input.textContent : input?.getAttribute('value')
}
