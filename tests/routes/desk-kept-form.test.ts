import { beforeAll, expect, inject, test } from 'vitest'
import { startChat } from '../support/chat.ts'
import { patternOf } from '../fuzz/routes.ts'
import { newOperator, runOperator } from '../support/desk.ts'
import { dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// What was typed at the desk when its session ended (decision 88).

const KEPT = 'website_desk_form'
const NOTICE = 'Your session had ended, so this wasn’t done.'

type AtDesk = Awaited<ReturnType<typeof newAtDesk>>

async function newAtDesk() {
  const { desk: visitor, ...rest } = await newOperator('Desk Person')
  return { ...rest, visitor }
}

let desk: AtDesk

beforeAll(async () => {
  desk = await newAtDesk()
})

/** Signs in again in the same browser; returns the page that follows. The page with the sign-in form is `door`. */
async function signInAgain({ person, app, visitor }: AtDesk, door: Page): Promise<Page> {
  expect(door.url).toMatch(/^\/desk\/sign-in\?to=/)
  const { to = '' } = formFields(door.html, 'name="password"')
  await visitor.post('/desk/sign-in', { email: person.email, password: person.password, to: String(to) })
  return visitor.post('/desk/sign-in/code', { code: app.code() })
}

/** Posts a form after the session's cookie has gone, and signs in again. */
async function postAndReturn(at: AtDesk, path: string, fields: Fields): Promise<Page> {
  at.visitor.cookies.delete('website_desk')
  const page = await signInAgain(at, await at.visitor.post(path, fields))
  expect([page.url, page.text.includes(NOTICE)]).toEqual([path, true])
  return page
}

const valueOf = (page: Page, selector: string) => {
  const field = dom(page).querySelector(selector)
  return field?.tagName === 'TEXTAREA' ? field.text : field?.getAttribute('value')
}

test('keeps an answer of the chat until its author has signed in again, and sends it then', async () => {
  const id = await startChat(await signedIn(await newPerson()), 'Is it lined?')
  const path = `/desk/chat/${id}`
  const at = await newAtDesk()
  const fields = formFields((await at.visitor.get(path)).html, 'value="reply"')
  const page = await postAndReturn(at, path, { ...fields, text: 'Yes, brushed inside.', options: 'Thanks' })
  expect([valueOf(page, 'textarea[name=text]'), valueOf(page, 'textarea[name=options]')]).toEqual([
    'Yes, brushed inside.',
    'Thanks',
  ])
  const sent = await at.visitor.post(path, {
    ...formFields(page.html, 'value="reply"'),
    text: 'Yes, brushed inside.',
  })
  expect([sent.text.includes('The answer is sent.'), sent.text.includes(NOTICE)]).toEqual([true, false])
})

test('keeps a product with its lists, and compares it with one that was saved meanwhile', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select('id')
    .eq('slug', 'satin-nightgown-with-lace-hem')
    .single()
  const path = (await desk.visitor.post(`/desk/products/${data?.id}`, { intent: 'duplicate' })).url
  const fields: Fields = { ...formFields((await desk.visitor.get(path)).html, 'value="save"'), intent: 'save' }
  const at = await newAtDesk()
  await desk.visitor.post(path, { ...fields, name: 'Saved by somebody else' })
  const page = await postAndReturn(at, path, { ...fields, name: 'Typed before', price: '1234.5' })
  expect([valueOf(page, 'input[name=name]'), valueOf(page, 'input[name=price]')]).toEqual(['Typed before', '1234.5'])
  const both = dom(page).querySelector('.desk-versions')?.text ?? ''
  expect([both.includes('Saved by somebody else'), both.includes('Typed before')]).toEqual([true, true])
  expect(formFields(page.html, 'value="save"').version).not.toBe(fields.version)
})

test('keeps a text in Urdu with its ticks; of one that is too long it keeps the rest, and says so', async () => {
  const list = await desk.visitor.get('/desk/texts')
  const path = dom(list).querySelector('a[href^="/desk/texts/page/"]')?.getAttribute('href') ?? ''
  const { is_shown: _, ...fields } = formFields((await desk.visitor.get(path)).html, 'value="save"')
  const at = await newAtDesk()
  const content = 'ہم پورے پاکستان میں پہنچاتے ہیں۔ '.repeat(40).trim()
  const page = await postAndReturn(at, path, { ...fields, content, intent: 'save' })
  expect(valueOf(page, 'textarea[name=content]')).toBe(content)
  expect(dom(page).querySelector('input[name=is_shown]')?.getAttribute('checked')).toBeUndefined()
  expect(page.text).not.toContain('could not be kept')
  const words = Array.from({ length: 6_000 }, () => Math.random().toString(36).slice(2, 8)).join(' ')
  const other = await newAtDesk()
  const rest = await postAndReturn(other, path, { ...fields, title: 'A new title', content: words, intent: 'save' })
  expect(valueOf(rest, 'input[name=title]')).toBe('A new title')
  expect(rest.text).toContain('Long texts and files could not be kept.')
  expect((await other.visitor.get(path)).text).not.toContain(NOTICE)
})

test('gives a form to its author only, encrypted, and on its own page only', async () => {
  const id = await startChat(await signedIn(await newPerson()), 'Is it lined?')
  const path = `/desk/chat/${id}`
  const at = await newAtDesk()
  const fields = { ...formFields((await at.visitor.get(path)).html, 'value="reply"'), text: 'A private answer' }
  // The session has ended at Auth, and its cookie is still there.
  await runOperator(inject('sandbox'), inject('shopUrl'), at.person.email, '--remove')
  const door = await at.visitor.post(path, fields)
  const kept = decodeURIComponent(at.visitor.cookies.get(KEPT) ?? '')
  expect(kept.length).toBeGreaterThan(100)
  expect(Buffer.from(kept.split('.')[0] ?? '', 'base64').toString()).not.toContain('private')
  const other = await newAtDesk()
  other.visitor.cookies.set(KEPT, at.visitor.cookies.get(KEPT) ?? '')
  expect((await other.visitor.get(path)).text).not.toContain('A private answer')
  await runOperator(inject('sandbox'), inject('shopUrl'), at.person.email)
  await signInAgain(at, door)
  expect((await at.visitor.get('/desk/orders')).text).not.toContain(NOTICE)
})

type Element = ReturnType<typeof dom>

const isText = (field: Element) =>
  field.tagName === 'TEXTAREA' ||
  (field.tagName === 'INPUT' && /^(text|number|search|email|tel|url)?$/.test(field.getAttribute('type') ?? ''))

/** Returns a form's fields with `typed` in each field for text, and the names of those. */
function typeInto(form: Element, typed: string): { fields: Fields; names: string[] } {
  const fields: Record<string, string> = {}
  const names: string[] = []
  for (const field of form.querySelectorAll('input[name], textarea[name], select[name], button[name]')) {
    const name = field.getAttribute('name') ?? ''
    const isOff = /^(radio|checkbox)$/.test(field.getAttribute('type') ?? '') && !field.hasAttribute('checked')
    if (isText(field)) names.push(name)
    if (!isOff && fields[name] === undefined) fields[name] = isText(field) ? typed : (field.getAttribute('value') ?? '')
    if (field.tagName === 'SELECT')
      fields[name] = field.querySelector('option[selected], option')?.getAttribute('value') ?? ''
  }
  return { fields, names }
}

/** Returns a page for each pattern of addresses of the desk that links lead to, and for each part of a product's page. */
async function pagesOfDesk(visitor: Visitor): Promise<string[]> {
  const found = new Map<string, string>()
  const queue = ['/desk']
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const [pathname = '', part = ''] = path.split('?')
    // The Urdu of each kind of rows is edited in the same form.
    const pattern = `${patternOf(pathname).replace(/^(\/desk\/urdu)\/.*/, '$1/*')} ${part}`
    if (found.has(pattern)) continue
    found.set(pattern, path)
    const response = await visitor.request(path)
    if (!response.headers.get('content-type')?.startsWith('text/html')) {
      // A file, or a redirect to one.
      found.set(pattern, '')
      continue
    }
    const links = dom({ html: await response.text() } as Page).querySelectorAll('main a[href], nav a[href]')
    queue.push(
      ...links
        .map((link) => new URL(link.getAttribute('href') ?? '', `http://shop.test${path}`))
        .filter(({ pathname: to }) => to.startsWith('/desk'))
        .map(({ pathname: to, searchParams }) =>
          searchParams.has('part') ? `${to}?part=${searchParams.get('part')}` : to,
        ),
    )
  }
  return [...found.values()].filter(Boolean)
}

test('keeps what was typed into any form of the desk, and says that nothing was done', async () => {
  const { visitor } = await newAtDesk()
  await startChat(await signedIn(await newPerson()), 'Is it lined?')
  const session = visitor.cookies.get('website_desk') ?? ''
  const lost: string[] = []
  let tried = 0
  for (const path of await pagesOfDesk(visitor)) {
    const read = await visitor.get(path)
    // Without their query, some addresses lead to another page.
    if (read.url.split('?')[0] !== path.split('?')[0]) continue
    const forms = dom(read).querySelectorAll('.desk-main form[method=post]')
    for (const form of forms) {
      // It is the same form below every row.
      if (form.id === 'urdu' && tried > 25) continue
      const typed = `typed-${crypto.randomUUID().slice(0, 8)}`
      const { fields, names } = typeInto(form, typed)
      visitor.cookies.delete('website_desk')
      const target = form.getAttribute('action') ?? path
      await visitor.submit(target, fields)
      visitor.cookies.set('website_desk', session)
      const page = await visitor.get(target)
      const shown = (name: string) =>
        dom(page)
          .querySelectorAll(`[name="${name}"]`)
          .some((field) => (field.tagName === 'TEXTAREA' ? field.text.trim() : field.getAttribute('value')) === typed)
      const missing = names.filter((name) => !shown(name))
      if (!page.text.includes(NOTICE) || missing.length > 0) lost.push(`${path}: ${missing.join(', ')}`)
      tried += names.length
    }
  }
  expect(lost).toEqual([])
  expect(tried).toBeGreaterThan(25)
})
