import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Connection } from '../support/postgres-server.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'

/** The share of searches whose first products are what the shopper means. */
const LEAST = 0.95

interface Found {
  name: string
  color: string | null
  sizes: string[]
  /** The product's category and those above it. */
  categories: string[]
}

let database: Connection
beforeAll(async () => {
  database = await connect(inject('postgres'), TEMPLATE, 'postgres')
})
afterAll(() => database.end())

const searches = readFileSync(new URL('searches.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [term = '', ...wanted] = line.split(' | ')
    return { term, wanted }
  })

test('at least 95 % of 200 real searches begin with what the shopper means (HD-29)', async () => {
  const missed: string[] = []
  for (const { term, wanted } of searches) {
    const { products, answer } = await search(term)
    const unmet = wanted.filter((one) => !isMet(one, products, answer))
    if (unmet.length > 0) missed.push(`${term}: ${unmet.join(', ')}, but ${describe(products)}`)
  }
  expect(searches.length).toBeGreaterThanOrEqual(200)
  expect(new Set(searches.map(({ term }) => term)).size).toBe(searches.length)
  expect(1 - missed.length / searches.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST)
})

test('at least 95 % of them suggest products of the kind that the shopper means', async () => {
  const missed: string[] = []
  let count = 0
  for (const { term, wanted } of searches) {
    const kinds = wanted.filter((one) => !/^(in|size|says) |^nothing$/.test(one))
    if (kinds.length === 0) continue
    count += 1
    const suggested = await suggestions(term)
    if (!kinds.every((one) => isMet(one, suggested, '')))
      missed.push(`${term}: ${kinds.join()}, but ${describe(suggested)}`)
  }
  expect(count).toBeGreaterThan(200)
  expect(1 - missed.length / count, missed.join('\n')).toBeGreaterThanOrEqual(LEAST)
})

/** Returns whether the first products are what a line of the list says. */
function isMet(wanted: string, products: Found[], answer: string): boolean {
  const [kind = '', ...words] = wanted.split(' ')
  const value = words.join(' ')
  const all = (is: (one: Found) => boolean) => products.length > 0 && products.every(is)
  if (wanted === 'nothing') return products.length === 0
  if (kind === 'in') return all(({ color }) => color === value)
  if (kind === 'size') return all(({ sizes }) => sizes.includes(value))
  if (kind === 'name') return products.some(({ name }) => name === value)
  if (kind === 'says') return answer.toLowerCase().includes(value)
  return all(({ categories }) => wanted.split(' or ').some((category) => categories.includes(category)))
}

const describe = (products: Found[]) =>
  products.map(({ name, color }) => (color ? `${name} in ${color}` : name)).join('; ') || 'nothing'

/** A category's name and those above it, as an array in JSON. */
const namesAbove = (id: string) => `(with recursive above as (
    select c.name, c.parent_id from public.product_categories c where c.id = ${id}
    union all select c.name, c.parent_id from above a join public.product_categories c on c.id = a.parent_id
  ) select json_agg(name) from above)`

async function search(term: string): Promise<{ products: Found[]; answer: string }> {
  const { rows } = await database.query<{ products: Found[] | null; answer: string | null }>(
    `with found as (select public.get_products(search_term => $1, page_size => 4) as page)
     select page ->> 'answer' as answer, (select json_agg(json_build_object('name', card ->> 'name', 'color', card -> 'in_color' ->> 'name',
         'sizes', array(select v.label from public.product_variants v where v.product_id = (card ->> 'id')::uuid),
         'categories', ${namesAbove("(card -> 'category' ->> 'id')::uuid")}))
       from jsonb_array_elements(page -> 'products') as card) as products from found`,
    [term],
  )
  return { products: rows[0]?.products ?? [], answer: rows[0]?.answer ?? '' }
}

async function suggestions(term: string): Promise<Found[]> {
  const { rows } = await database.query<Found>(
    `select s.name, s.color, array[]::text[] as sizes, ${namesAbove('p.category_id')} as categories
     from public.get_search_suggestions($1, 4) s join public.products p using (id)`,
    [term],
  )
  return rows
}
