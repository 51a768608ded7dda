import { readdirSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.ts'

// The pictures of the sample shop (decision 134).

const FOLDER = 'public/pictures'
const MAX_BYTES = 20_000_000
const committed = readdirSync(FOLDER)

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.end())

test('the pictures in the seeds are committed, and no others', async () => {
  // Any column may name one.
  const { rows } = await database.query<{ column: string }>(
    `select format('select %I::text as value from %I where %1$I::text like ''%%/pictures/%%''', column_name, table_name) as column
     from information_schema.columns c join pg_tables t on t.tablename = c.table_name and t.schemaname = c.table_schema
     where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'ARRAY')`,
  )
  const named = new Set<string>()
  for (const { column } of rows) {
    const found = await database.query<{ value: string }>(column)
    for (const { value } of found.rows)
      for (const [, name = ''] of value.matchAll(/\/pictures\/([\w-]+\.webp)/g)) named.add(name)
  }
  expect(committed.toSorted()).toEqual([...named].toSorted())
})

test('the committed pictures take at most 20 MB', () => {
  const bytes = committed.reduce((sum, name) => sum + statSync(`${FOLDER}/${name}`).size, 0)
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('every product is drawn from the same sides in each of its colours, 1600 pixels high', async () => {
  const { rows } = await database.query<{ product: string; color: string; urls: string[] }>(
    `select p.slug as product, c.name as color, array_agg(m.url order by m.display_order) as urls
     from products p join product_colors pc on pc.product_id = p.id join colors c on c.id = pc.color_id
     left join product_media m on m.product_id = p.id and m.color_id = c.id
     group by p.slug, c.name`,
  )
  for (const { product, color, urls } of rows) {
    const base = `/pictures/${product}-${color.toLowerCase().replaceAll(' ', '-')}`
    expect(urls).toEqual([`${base}-front.webp`, `${base}-back.webp`, `${base}-detail.webp`])
  }
  for (const { urls } of rows)
    for (const url of urls)
      expect(await sharp(`public${url}`).metadata(), url).toMatchObject({ width: 1280, height: 1600 })
})
