import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { deadSelectors, selectorsOf, servedSheets } from '../../scripts/dead-styles.ts'
import { needsOf, parseSheet, tokensOf } from '../../app/styles/used-rules.ts'
import { tokensOfArea } from '../support/area-sources.ts'
import { everyPageType } from '../support/page-types.ts'

/** Selectors that match on no page of these tests, by what shows them. */
const SHOWN_ELSEWHERE: Record<string, readonly string[]> = {
  'an announcement with a link': ['.announcement-link'],
  'a wish with a size': ['.wishes .line-about'],
  'a question about an order': ['.asking', '.asking .order-item>.stack'],
  'a message': ['.flash', '.flash[data-type=error]', '.newsletter .notice', '.notice-ok', '.notice.undo'],
  'an order that is on its way, delivered or sent back': [
    '.badge-ok',
    '.badge-ship',
    '.return',
    '.return .link',
    '.return p+.notice',
    '.return details>div',
    '.return summary',
    '.return summary:after',
    '.return-name',
    '.return-photos',
    '.return-reasons',
  ],
  'an order with a note': ['.note-text'],
  'an order that was changed': ['.order-changes', '.order-changes ul', '.timeline+.order-changes'],
  'an order whose payment failed': [
    '.payment-choices .button',
    '.payment-choices form',
    '.payment-choices>h2',
    '.success .help-actions',
  ],
  'a refused choice': ['.refused .error', '.refused .choices label>span'],
  'a home page with one slide': ['.slide+.statistics'],
  'a slide with a heading of its own': ['.hero-text .hero-name'],
  'a product with a video': ['.thumbnails .video'],
  'an invoice': [
    '.invoice',
    '.invoice .sums',
    '.invoice .unbroken',
    '.invoice address',
    '.invoice table',
    '.invoice td',
    '.invoice td+td',
    '.invoice th',
    '.invoice th+th',
    '.invoice-heads',
    '.invoice-line',
    '.invoice-seller',
    '.print-hint',
    '.print-hint .link',
  ],
  'a list of complete orders': ['.list-title'],
  'the page after an order': [
    '.next-steps',
    '.placed',
    '.placed h2',
    '.placed+.profile-body h2',
    '.placed-items',
    '.placed-items .picture',
    '.placed-items li',
    '.placed-total',
    '.placed-total .small',
    '.placed-total b',
  ],
  'a cart with several pieces of a product': ['.line-total'],
  'a tracked order': ['.tracked'],
  'a saved address': [
    '.address',
    '.address-kind .badge',
    '.address-acts',
    '.address-acts .link',
    '.delivery:not(:has(#address-new:checked)):has(#address-new) .new-address',
    '.delivery:not(:has([data-lacks~=name]:checked)) .lacks-name',
    '.delivery:not(:has([data-lacks~=phone]:checked)) .lacks-phone',
  ],
  'a code to enter': ['.code-input'],
  'a profile with a picture': ['.profile-picture>picture img'],
  'a profile to edit': ['.field [readonly]'],
  'a photo that was chosen': ['.photo-input img'],
  'a cart with a problem, a promo code or a removed line': [
    '.cart-line>.line-problem',
    '.cart-line[data-problem] .picture',
    '.left-line',
    '.line-problem',
    '.promo .applied-code',
    '.wishes .line-problem',
  ],
  'a conversation with messages': [
    '.attached',
    '.bubble',
    '.bubble p',
    '.bubble.you',
    '.chat-panel>header .link',
    '.chips',
    '.chips [aria-current]',
    '.chips a',
    '.chosen-file',
    '.chosen-file span',
    '.conversations .unread',
    '.conversations [aria-current]',
    '.earlier',
    '.messages small',
    '.options',
    '.options .button',
    '.order-block',
    '.order-block .link',
    '.order-block ul',
    '.order-block-head',
    '.question-list',
    '.question-list button',
    '.question-list button[aria-disabled=true]',
    '.system:has(.order-block)',
    '.typing',
    '.typing i',
    '.typing i:nth-child(2)',
    '.typing i:nth-child(3)',
  ],
  'a text that operators wrote, without pictures': [
    '.content h3',
    '.empty h2',
    '.written .picture',
    '.written>picture',
  ],
  'a work without a picture': ['.no-image'],
  'a product whose second picture is chosen': ['.step.prior'],
  'a page from right to left': ['[dir=rtl] .error', '[dir=rtl] .step.prior'],
  'a product or a category without pictures': [
    '.style-grid .no-picture',
    '.style-grid .no-picture span',
    '.thumbnails .placeholder',
  ],
  'a search with another meaning': ['.listing [role=note]'],
  'text that somebody wrote in Urdu': ['[lang=ur][dir]'],
  'a review whose author bought the product, and reviews of one rating': ['.chosen-rating', '.verified'],
}

/** Selectors that an area's sources seem to name, and areas that never change to them: hero, testimonials, chosen product. */
const NEVER_LATER = new Set([
  '.small',
  '.product',
  '.stars',
  '.empty',
  '.empty h2',
  '.empty p.empty-text',
  '.empty>.link:last-child',
  '.size :disabled+span',
  '.thumbnails .video',
])

let pages = new Map<string, string>()
beforeAll(async () => {
  pages = new Map([...(await everyPageType())].map(([name, { html }]) => [name, html]))
})

const sheets = servedSheets()
/** What the scripts bring too, so that areas have it whatever the page has. */
const broughtByScripts = new Set(selectorsOf(sheets.get('app/styles/states.css') ?? []))

test('has no rule that nothing in the shop uses', () => {
  const dead = deadSelectors([...sheets.values()].flatMap(selectorsOf), [...pages.values()])
  expect(dead.sort()).toEqual(Object.values(SHOWN_ELSEWHERE).flat().sort())
})

test('has rules only for classes that a component, a script or a written text has', () => {
  const sources = globSync('app/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  const classes = new Set(globSync('app/styles/**/*.css').flatMap((path) => classesIn(readFileSync(path, 'utf8'))))
  const unused = [...classes].filter(
    (name) => !sources.some((source) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source)),
  )
  expect(unused).toEqual([])
})

function classesIn(css: string): string[] {
  return [...css.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name = '']) => name)
}

test('gives each page the rules for what its areas may show later', () => {
  const missing: Record<string, string[]> = {}
  for (const html of pages.values()) {
    const served = new Set(selectorsOf(parseSheet(stylesOf(html))))
    const tokens = tokensOf(html)
    for (const area of [...tokens].filter((token) => token.includes('/') && token.startsWith('@'))) {
      const later = new Set([...tokens, ...tokensOfArea(area.slice(1))])
      const wanted = ownSelectors(served).filter((one) => needsOf(one).every((token) => later.has(token)))
      const lacking = wanted.filter((one) => !served.has(one) && !broughtByScripts.has(one) && !NEVER_LATER.has(one))
      if (lacking.length > 0) missing[area] = [...new Set([...(missing[area] ?? []), ...lacking])]
    }
  }
  expect(missing).toEqual({})
})

test('styles everything in a page, also what is filled in for a known visitor', () => {
  for (const [name, html] of pages) {
    const tokens = tokensOf(html)
    const served = new Set(selectorsOf(parseSheet(stylesOf(html))))
    const used = ownSelectors(served).filter((one) => needsOf(one).every((token) => tokens.has(token)))
    expect([name, used.filter((one) => !served.has(one))]).toEqual([name, []])
  }
})

/** Returns all selectors of the sheets that a page takes rules from. Some selectors are in several sheets, of which it has one. */
function ownSelectors(served: ReadonlySet<string>): string[] {
  const bySheet = [...sheets.values()].map(selectorsOf)
  const isOwn = (selectors: string[]) =>
    selectors.some((one) => served.has(one) && bySheet.every((other) => other === selectors || !other.includes(one)))
  return bySheet.filter(isOwn).flat()
}

function stylesOf(html: string): string {
  return /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
}

test('has no rule in a page that its HTML doesn’t use', () => {
  const styles = stylesOf(pages.get('/faq') ?? '')
  expect(styles).toContain('.footer')
  expect(styles).not.toMatch(/\.(card|dots|dialog|product-grid)\b/)
  expect(styles).toContain('href^=tel')
  expect(stylesOf(pages.get('/company/about') ?? '')).toContain('.content')
  expect(stylesOf(pages.get('/company/about') ?? '')).not.toContain('href^=tel')
})
