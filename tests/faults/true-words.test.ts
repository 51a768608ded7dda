import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault } from '../support/backend-proxy.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { sameBrowser } from '../support/orders.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { visibleText, type Page, type Visitor } from '../support/visitor.ts'
import { bodyOf, formsOf, KEPT, peopleOf, type Person, type ShopForm, type ShopPage } from '../support/whole-shop.ts'

// Every page, form and script request of the shop and the desk with a backend that is dead, slow, or fails by turns: a failure has its
// status, says nothing that isn't so, can be tried again, and keeps what was typed.

/** What a page may only say if it knows: that there is nothing, or that something was done. */
const CLAIM =
  /\b(no|none|nothing|not found|empty|any|expired|no longer|haven’t|don't have|sent|saved|added|updated|removed|mailed|deleted|verified|confirmed|thank you|on its way|subscribed)\b/i

/** What says that something failed. */
const FAILURE = /fail|can’t|could not|couldn’t|couldn't|right now|unable|error/i

let shop: FragileShop
let people: Record<Person, Visitor>
const pages: ShopPage[] = []
let forms: ShopForm[] = []

beforeAll(async () => {
  shop = await startFragileShop()
  const { url } = await shop.startProcess({ BACKEND_TIMEOUT_SECONDS: '20' })
  const found = await peopleOf(shop.settings, url)
  people = found.people
  for (const [person, path] of found.paths)
    pages.push({ person, path, page: await sameBrowser(url, people[person].cookies).get(path) })
  forms = formsOf(pages)
}, 120_000)
afterAll(() => shop.stop())

interface Claim {
  key: string
  pattern: RegExp
}

/** Returns the shop's messages that claim something, as patterns. */
function claims(): Claim[] {
  return readdirSync('app/language/en').flatMap((file) => {
    const messages = JSON.parse(readFileSync(`app/language/en/${file}`, 'utf8')) as Record<string, unknown>
    return Object.entries(messages).flatMap(([key, text]) => {
      if (typeof text !== 'string' || !CLAIM.test(text) || FAILURE.test(text)) return []
      const said = text.replace(/\{[#/][^}]*\}/g, '').trim()
      const parts = said.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
      return said.replaceAll(/\{[^}]*\}/g, '').length < 8 ? [] : [{ key, pattern: new RegExp(parts.join('.{0,80}?')) }]
    })
  })
}

const CLAIMS = claims()
const claimsIn = (html: string) => {
  const text = visibleText(html)
  return CLAIMS.filter(({ pattern }) => pattern.test(text)).map(({ key }) => key)
}

const isPage = ({ headers }: Pick<Page, 'headers'>) => headers.get('content-type')?.startsWith('text/html') === true

/** Whether a page can be loaded, or a form sent, once more as it was. */
const offersAgain = (page: Pick<Page, 'html' | 'url'>) =>
  dom(page)
    .querySelectorAll('a, button')
    .filter((way) => words(way) === 'Try again')
    .some((way) => way.tagName === 'BUTTON' || ['', page.url].includes(way.getAttribute('href') ?? '?'))

/** Returns what is wrong with a page while its backend fails, compared with the page of a shop in order. */
function problemsOfPage(before: Page, now: Page): string[] {
  const problems: string[] = []
  if (now.status !== 503 && now.status !== before.status) problems.push(`status ${now.status}`)
  if (now.status === 503 && isPage(now) && !offersAgain(now)) problems.push('no way to try again')
  if (now.status !== 503 && isPage(now)) {
    const titleOf = (page: Page) => words(dom(page).querySelector('main h1'))
    // The home page has a slide of its own for when the others can't be read.
    const isHome = new URL(now.url, 'http://shop').pathname === '/'
    if (titleOf(now) !== titleOf(before) && now.url === before.url && !isHome)
      problems.push(`${now.status} for another page: ${titleOf(now)}`)
    if (dom(now).querySelector('main .button[href=""]')) problems.push(`${now.status} for a page that isn’t shown`)
  }
  const known = new Set(claimsIn(before.html))
  const made = isPage(now) ? claimsIn(now.html).filter((key) => !known.has(key)) : []
  return [...problems, ...made.map((key) => `says ${key}`)]
}

const SECRETS = new Set(['password', 'current', 'confirmation', 'proof'])

/** Sends a form, and returns what is wrong with the response while the backend fails. With others beside it, its calls are unknown. */
async function problemsOfForm(url: string, form: ShopForm, isAlone: boolean): Promise<string[]> {
  const { person, action, fields } = form
  const visitor = sameBrowser(url, people[person].cookies)
  const before = shop.proxy.calls.length
  const response = await visitor.request(action, { method: 'POST', body: bodyOf(form) })
  const html = await response.text()
  const calls = shop.proxy.calls.slice(before)
  const isCut = isAlone && calls.length > 0 && calls.every(({ isBroken }) => isBroken)
  const to = response.headers.get('location')
  if (to) {
    const next = await visitor.get(to)
    const isSuccess = dom(next).querySelector('.flash[data-type=success]') !== null
    const saysSo = next.status === 503 || dom(next).querySelector('.flash[data-type=error], [role=alert]') !== null
    if (isCut && isSuccess) return [`says “${all(dom(next), '.flash').join()}”`]
    return isCut && !saysSo ? [`leads to ${to} without a word`] : []
  }
  const problems: string[] = []
  if (![200, 400, 404, 409, 429, 503].includes(response.status)) problems.push(`status ${response.status}`)
  if (isCut && response.status === 200)
    problems.push('200 for a failure', ...claimsIn(html).map((key) => `says ${key}`))
  if (response.status !== 503) return problems
  const page = dom({ html })
  const typed = Object.keys(fields).filter((name) => fields[name] === KEPT && !SECRETS.has(name))
  const lost = typed.filter(
    (name) => !page.querySelectorAll(`[name="${name}"]`).some(({ outerHTML }) => outerHTML.includes(KEPT)),
  )
  return [...problems, ...lost.map((name) => `loses ${name}`)]
}

/** Asks a new process for every page, form and script request while the backend fails, `side` at once. Returns the problems by request. */
async function crawl(fault: Fault, side = 1): Promise<Record<string, string[]>> {
  const { url } = await shop.startProcess({ BACKEND_TIMEOUT_SECONDS: '0.5' })
  const problems: Record<string, string[]> = {}
  shop.proxy.fault = fault
  const jobs = [
    ...pages.map(({ person, path, page }) => async () => {
      const now = await sameBrowser(url, people[person].cookies).get(path)
      problems[`${person} ${path}`] = problemsOfPage(page, now)
    }),
    ...forms.map((form) => async () => {
      problems[`${form.person} sends ${String(form.fields.intent ?? '')} to ${form.action}`] = await problemsOfForm(
        url,
        form,
        side === 1,
      )
    }),
  ]
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job()
  }
  await Promise.all(Array.from({ length: side }, work))
  shop.proxy.fault = null
  return Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0))
}

test('every page shows phone numbers as people write them', () => {
  const stored = pages
    .filter(({ page }) => isPage(page))
    .map(({ path, page }) => [path, visibleText(page.html).match(/\+\d{9,}/)?.[0]])
    .filter(([, number]) => number)
  expect(stored).toEqual([])
})

test('with a dead backend, no page and no form says what isn’t so, and nothing typed is lost', async () => {
  expect(await crawl({ path: /./, kind: 'reset' })).toEqual({})
}, 120_000)

test('with a backend that doesn’t respond in time, no page and no form says what isn’t so', async () => {
  expect(await crawl({ path: /./, kind: 'hang' }, 8)).toEqual({})
}, 120_000)

test('with a backend that fails every other call, no page and no form says what isn’t so', async () => {
  expect(await crawl({ path: /./, kind: 'status', status: 503, oneOf: 2 })).toEqual({})
}, 120_000)
