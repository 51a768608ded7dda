import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { listSitemapProducts } from '../../app/shell/sitemap-products.server.ts'

const MAX_ROWS = 1000

/** A client whose API has `count` products, and returns at most a thousand rows. `asked` are the queries. */
function apiOf(count: number) {
  const all = Array.from({ length: count }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    slug: `product-${n}`,
    updated_at: '2026-01-01T00:00:00Z',
  }))
  const asked: URLSearchParams[] = []
  const db = createClient<Database>('http://127.0.0.1:1', 'publishable', {
    auth: { persistSession: false },
    global: {
      fetch: async (url) => {
        const query = new URL(String(url)).searchParams
        asked.push(query)
        const after = query.get('id')?.replace('gt.', '') ?? ''
        return Response.json(all.filter(({ id }) => id > after).slice(0, MAX_ROWS))
      },
    },
  })
  return { db, asked, slugs: all.map(({ slug }) => slug) }
}

test('lists more products than one response of the API holds', async () => {
  const { db, asked, slugs } = apiOf(2345)
  expect((await listSitemapProducts(db, 50_000)).map(({ slug }) => slug)).toEqual(slugs)
  expect(asked.map((query) => query.get('order'))).toEqual(Array.from({ length: 4 }, () => 'id.asc'))
})

test('lists no more products than a sitemap may have', async () => {
  const { db, asked, slugs } = apiOf(5000)
  expect((await listSitemapProducts(db, 1500)).map(({ slug }) => slug)).toEqual(slugs.slice(0, 1500))
  expect(asked).toHaveLength(2)
})
