import { addToCart, placeOrder } from './checkout.ts'
import { CHAT, startChat } from './chat.ts'
import { operatorOf } from './desk.ts'
import { dom, words } from './page-dom.ts'
import { FOR_SHOPPERS, PUBLIC } from './page-types.ts'
import { Visitor, type Fields, type Page } from './visitor.ts'

export type Person = 'guest' | 'shopper' | 'operator'

/** A page of a shop in order. */
export interface ShopPage {
  person: Person
  path: string
  page: Page
}

/** A form of a page, filled in. */
export interface ShopForm {
  person: Person
  action: string
  fields: Fields
  isMultipart: boolean
}

/** What people type into fields that are empty; other texts are KEPT. */
const TYPED: Record<string, string> = {
  email: 'areeba@example.com',
  emailOrPhone: 'areeba@example.com',
  contact: 'areeba@example.com',
  phone: '0300 1234567',
  number: 'ORD-20260101-1',
  orderNumber: 'ORD-20260101-1',
  code: '123456',
  postalCode: '54000',
  dob: '1994-03-09',
  token: 'a-token',
}
export const KEPT = 'Words to keep'

/** Ends sessions, which the other requests need. */
const ENDS_SESSIONS = /logout|sign-out/
const ENDING_INTENTS = new Set(['everywhere', 'delete'])

/** Fills a shop with what its people have, and returns who they are. Each has a cart, a wish, or an order where they may. */
export async function peopleOf(
  settings: Record<string, string>,
  url: string,
): Promise<{ people: Record<Person, Visitor>; paths: [Person, string][] }> {
  const [guest, shopper] = [new Visitor(url), new Visitor(url)]
  await addToCart(guest)
  await guest.submit('/wishlist', { slug: 'guest-robe', intent: 'save' })
  await shopper.post('/login', {
    emailOrPhone: 'fatima@example.com',
    password: 'jasmine-tea-7',
    keepSignedIn: 'on',
  })
  const order = await placeOrder(shopper, 'cod')
  const toPay = await placeOrder(shopper, 'payfast')
  const conversation = await startChat(shopper)
  await addToCart(shopper)
  const operator = await operatorOf(settings, url, 'whole-shop@example.com')
  const orderPages = ['cancel', 'return', 'exchange', 'exchange?q=robe', 'invoice'].map(
    (page) => `/orders/${order}/${page}`,
  )
  const guests = [
    ...PUBLIC,
    '/reset-password?token_hash=abc',
    '/confirm-email?token_hash=abc',
    '/newsletter/confirm?token=abc',
    '/help/nothing-like-it',
    '/sitemap.xml',
    '/feeds/products.xml',
    '/search-suggestions?q=lace',
  ]
  const shoppers = [
    ...FOR_SHOPPERS,
    ...orderPages,
    '/',
    '/wishlist',
    '/dashboard',
    '/profile?edit',
    '/profile/active-orders/ORD-1-1',
    `/profile/active-orders/${order}`,
    `/pay/${toPay}`,
    `/checkout/placed/${order}`,
    `${CHAT}?conversation=${conversation}`,
  ]
  const paths: [Person, string][] = [
    ...guests.map((path): [Person, string] => ['guest', path]),
    ...shoppers.map((path): [Person, string] => ['shopper', path]),
    ['operator', '/desk/chat/live'],
    ['operator', `/desk/chat/${conversation}/live`],
    ...(await pathsOfDesk(operator)).map((path): [Person, string] => ['operator', path]),
  ]
  return { people: { guest, shopper, operator }, paths }
}

/** Returns one address of each kind to which the desk's pages lead. */
async function pathsOfDesk(operator: Visitor): Promise<string[]> {
  const kindOf = (path: string) =>
    path
      .replace(/\?.*/, '')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|ORD-[\d-]+/g, ':id')
      .replace(/(settings|categories|attributes|sizes|urdu|texts\/\w+)\/[^/]+$/, '$1/:name')
  const found = new Map([[kindOf('/desk'), '/desk']])
  for (const path of found.values())
    for (const link of dom(await operator.get(path)).querySelectorAll('a[href^="/desk"]')) {
      const to = (link.getAttribute('href') ?? '').replaceAll('&amp;', '&').replace(/#.*/, '')
      if (!found.has(kindOf(to))) found.set(kindOf(to), to)
    }
  return [...found.values()]
}

/**
 * Returns the forms of these pages that post, filled in, each with each of its buttons; the same form of several pages once. With `random`,
 * numbers from 0 to 1, half of the boxes are ticked, and half of the lists have another choice.
 */
export function formsOf(pages: readonly ShopPage[], random = () => 1): ShopForm[] {
  const forms = new Map<string, ShopForm>()
  for (const { person, page } of pages)
    for (const form of dom(page).querySelectorAll('form[method=post]')) {
      const address = (form.getAttribute('action') ?? page.url).replaceAll('&amp;', '&').replace(/#.*/, '')
      if (!address.startsWith('/') || ENDS_SESSIONS.test(address)) continue
      const fields = filled(form, random)
      const named = form.querySelectorAll('button[name]').filter((one) => one.getAttribute('formmethod') !== 'get')
      for (const button of named.length > 0 ? named : [null]) {
        const name = button?.getAttribute('name')
        const sent = name ? { ...fields, [name]: button?.getAttribute('value') ?? '' } : fields
        if (ENDING_INTENTS.has(String(sent.intent))) continue
        const action = button?.getAttribute('formaction')?.replaceAll('&amp;', '&') ?? address
        const kind = action.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|ORD-[\d-]+|\?.*/g, '')
        const isMultipart = form.getAttribute('enctype') === 'multipart/form-data'
        forms.set(`${person} ${kind} ${String(sent.intent)} ${Object.keys(sent).join()}`, {
          person,
          action,
          fields: sent,
          isMultipart,
        })
      }
    }
  return [...forms.values()]
}

/** Returns the body of a request that sends a form. */
export function bodyOf({ fields, isMultipart }: ShopForm): FormData | URLSearchParams {
  const body = isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  return body
}

type Element = ReturnType<typeof dom>

function filled(form: Element, random: () => number): Fields {
  const fields: Fields = {}
  for (const field of form.querySelectorAll('input[name], textarea[name], select[name]')) {
    const name = field.getAttribute('name') ?? ''
    const type = field.getAttribute('type')
    const isOff = !field.hasAttribute('checked')
    if (type === 'file' || field.hasAttribute('disabled') || (type === 'radio' && name in fields && isOff)) continue
    if (type === 'checkbox') {
      if (!isOff || random() < 0.5) fields[name] = [...[fields[name] ?? []].flat(), field.getAttribute('value') ?? 'on']
      continue
    }
    const options = field.querySelectorAll('option')
    const chosen = options.find((one) => one.hasAttribute('selected')) ?? options.at(-1)
    const option = random() < 0.5 ? options[Math.floor(random() * options.length)] : chosen
    const own = option
      ? (option.getAttribute('value') ?? words(option))
      : (field.getAttribute('value') ?? field.textContent)
    const isNumber = type === 'number' || field.getAttribute('inputmode') === 'numeric'
    const isDay = type === 'date' || type === 'datetime-local'
    // Nobody types into a hidden field.
    fields[name] = type === 'hidden' ? own : own || (TYPED[name] ?? (isNumber ? '1' : isDay ? '2026-12-01' : KEPT))
  }
  return fields
}
