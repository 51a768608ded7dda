import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WRITTEN_PAGES } from '../../app/content/written-pages.server.ts'
import { PLACEHOLDERS } from '../../app/delivery/terms.ts'
import { seedHosted } from '../support/hosted-database.ts'
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.ts'

// The texts of a new shop, on a database with only the migrations.

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase({ seeded: false })
  await seedHosted(inject('postgres'), database.name, 'production')
})
afterAll(() => database.end())

const counts = async () => {
  const { rows } = await database.query<{ counts: unknown }>(`select json_build_array(
    (select count(*) from page_content), (select count(*) from faq_categories), (select count(*) from faq_items),
    (select count(*) from predefined_questions), (select count(*) from footer_pages), (select count(*) from hero_statistics),
    (select count(*) from banners)
  ) as counts`)
  return rows[0]?.counts
}

test('every page that the shop reads from the database has a text', async () => {
  const sources = globSync('app/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const asked = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /(?:readPage|readPassage|findPage)\(context, '([\w-]+)'\)|slug: '([\w-]+)' \}|eq\('slug', '([\w-]+)'\)/g,
      ),
    ].map(([, read, tab, directly]) => read ?? tab ?? directly ?? ''),
  )
  const { rows } = await database.query<{ slug: string }>('select slug from page_content where is_published')
  expect(asked.length).toBeGreaterThan(10)
  expect(rows.map(({ slug }) => slug).toSorted()).toEqual([...new Set(asked)].toSorted())
  expect(WRITTEN_PAGES.toSorted()).toEqual([...new Set(asked)].toSorted())
})

test('the privacy policy says what each cookie of the shop holds and how long it stays, and the terms name all of them (HP-42)', async () => {
  const sources = globSync('app/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  // Two are made by libraries that take no declaration, and one is plain, so that a script could read it.
  const made = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /(?:declareCookie\(\{\s*name:|createCookie\(|ChoiceCookie\(|const NAME =|name:)\s*'(website_\w+|addtocartItems)'/g,
      ),
    ].map(([, name = '']) => name),
  )
  expect(sources.join('\n').match(/[^\w]declareCookie\(\{/g)?.length).toBeLessThanOrEqual(new Set(made).size)
  const { rows } = await database.query<{ slug: string; content: string }>(
    `select slug, content from page_content where slug in ('privacy-policy', 'terms-conditions') order by slug`,
  )
  const [privacy = '', terms = ''] = rows.map(({ content }) => content)
  const listed = [...privacy.matchAll(/<tr><td>([\w, ]+)<\/td><td>[^<]+<\/td><td>[^<]+<\/td><\/tr>/g)]
  expect(listed.flatMap(([, names = '']) => names.split(', ')).toSorted()).toEqual([...new Set(made)].toSorted())
  expect(terms.match(/website_\w+|addtocartItems/g)?.toSorted()).toEqual([...new Set(made)].toSorted())
})

test('running the seed again keeps operators’ edits and duplicates nothing', async () => {
  const before = await counts()
  await database.query(`update page_content set title = 'Ours' where slug = 'about';
    update faq_items set answer = 'Ours' where question = 'How can I pay?';
    update banners set title = 'Ours' where kind = 'band';
    update hero_statistics set stat_value = 7 where stat_key = 'happy_customers'`)
  await seedHosted(inject('postgres'), database.name, 'production')
  expect(await counts()).toEqual(before)
  const { rows } = await database.query(`select
    (select title from page_content where slug = 'about') as title,
    (select answer from faq_items where question = 'How can I pay?') as answer,
    (select title from banners where kind = 'band') as band,
    (select stat_value::integer from hero_statistics where stat_key = 'happy_customers') as value`)
  expect(rows).toEqual([{ title: 'Ours', answer: 'Ours', band: 'Ours', value: 7 }])
})

const wholeRupees = async () => (await database.query('select has_whole_rupees as value from order_rules')).rows

test('a new shop sells in whole rupees; running the seed again keeps what its operators chose', async () => {
  expect(await wholeRupees()).toEqual([{ value: true }])
  await database.query('update order_rules set has_whole_rupees = false')
  await seedHosted(inject('postgres'), database.name, 'production')
  expect(await wholeRupees()).toEqual([{ value: false }])
})

test('no text contains delivery figures, cards, dollars or unknown placeholders', async () => {
  const { rows } = await database.query<{ text: string }>(`select content as text from page_content
    union all select answer from faq_items union all select answer_text from predefined_questions
    union all select stat_label from hero_statistics union all select title || description from banners`)
  const words = rows.map(({ text }) => text).join('\n')
  expect(words).not.toMatch(/Rs\.|rupees for delivery|\d business days/i)
  const placeholders = [...words.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  expect(placeholders.length).toBeGreaterThan(5)
  // The last is filled in by the room of returns.
  const known = new Set([...PLACEHOLDERS, 'return_policy'])
  expect(placeholders.filter((name) => !known.has(name ?? ''))).toEqual([])
  expect(words).not.toMatch(/\bcards?\b|payfast|\$|lorem|example\.|TODO/i)
})

test('a new shop promises what its other texts do before Add to Cart: delivery, payment and a plain parcel (PD-47)', async () => {
  const { rows } = await database.query(`select content from page_content where slug = 'product-assurance'`)
  expect(rows).toEqual([
    {
      content:
        '<ul><li>{delivery_price} delivery, Standard Method</li><li>Pay by <a href="/faq/payments">Cash on Delivery</a></li><li><a href="/help/delivery-details">Plain parcel</a>: no name, no picture</li></ul>',
    },
  ])
})

test('the seed contains no people and no products', async () => {
  const { rows } = await database.query(`select (select count(*)::integer from auth.users) as people,
    (select count(*)::integer from products) as products, (select count(*)::integer from promo_codes) as codes,
    (select count(*)::integer from testimonials) as testimonials`)
  expect(rows).toEqual([{ people: 0, products: 0, codes: 0, testimonials: 0 }])
})

const UNITS: Record<string, string> = { MINUTE: 'minutes', HOUR: 'hours', DAY: 'days' }
const IN_WORDS: Record<string, string> = { '1 minutes': 'a minute', '1 hours': 'an hour', '365 days': 'a year' }

/** Returns how long a cookie stays, in the words of the policy: of `90 * DAY` '90 days'. */
function staying(expression: string): string {
  const [, count = '1', unit = ''] = /(?:(\d+) \* )?(MINUTE|HOUR|DAY)/.exec(expression) ?? []
  const plain = `${count} ${UNITS[unit]}`
  return IN_WORDS[plain] ?? plain
}

test('the privacy policy lists every cookie of the code, and how long each one stays', async () => {
  const sources = globSync('app/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const set = sources.flatMap((source) =>
    [...source.matchAll(/'(website_\w+|addtocartItems)'/g)].map(([, name]) => name),
  )
  const { rows } = await database.query<{ content: string }>(
    `select content from page_content where slug = 'privacy-policy'`,
  )
  const cells = [...(rows[0]?.content ?? '').matchAll(/<tr><td>(.*?)<\/td><td>.*?<\/td><td>(.*?)<\/td>/g)]
  const told = new Map(cells.flatMap(([, names = '', stays = '']) => names.split(', ').map((name) => [name, stays])))
  expect([...told.keys()].toSorted()).toEqual([...new Set(set)].toSorted())
  const lasting = sources.flatMap((source) =>
    [...source.matchAll(/name: '(\w+)',\s+maxAge: ([^,}]+)/g)].map(([, name = '', age = '']) => {
      const local = new RegExp(`const ${age.trim()} = (.*)`).exec(source)?.[1]
      return [name, staying(local ?? age)] as const
    }),
  )
  expect(lasting.length).toBeGreaterThan(12)
  for (const [name, stays] of lasting)
    if (!name.startsWith('website_desk')) expect([name, told.get(name)]).toEqual([name, expect.stringContaining(stays)])
})
