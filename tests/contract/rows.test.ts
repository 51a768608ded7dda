import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import { anonymousClient, newAddress, newName, serviceClient, cleanUp, rows } from '../support/contract.ts'

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

test('order items come with their product and size', async () => {
  const name = newName()
  const product = rows(
    await serviceClient()
      .from('products')
      .insert({ name, slug: slugOf(name), price: 500 })
      .select('id')
      .single(),
  )
  cleanUp(() => serviceClient().from('products').delete().eq('id', product.id))
  const variant = rows(
    await serviceClient().from('product_variants').insert({ product_id: product.id, size: 'M' }).select('id').single(),
  )
  const address = { city: 'Multan' }
  const order = rows(
    await serviceClient()
      .from('orders')
      .insert({
        order_id: `ORD-${Date.now()}-7`,
        payment_method: 'cod',
        contact_email: newAddress(),
        contact_phone: '+923001234567',
        shipping_address: address,
        billing_address: address,
        shipping_city: 'Multan',
        // Of nothing, so that nothing of it is in the books: what is in them can't be deleted.
        subtotal: 0,
        delivery_fee: 0,
        total_amount: 0,
        device: 'Mobile',
        attempt_key: randomUUID(),
        attempt_hash: 'contract',
      })
      .select('id')
      .single(),
  )
  cleanUp(() => serviceClient().from('orders').delete().eq('id', order.id))
  const item = {
    order_id: order.id,
    product_id: product.id,
    variant_id: variant.id,
    product_name: name,
    quantity: 1,
    price: 0,
    price_at_purchase: 0,
    subtotal: 0,
  }
  expect((await serviceClient().from('order_items').insert(item)).error).toBeNull()
  const { error, data } = await serviceClient()
    .from('order_items')
    .select('quantity, products(name), product_variants(size)')
    .eq('order_id', order.id)
    .limit(1)
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({ quantity: 1, products: { name }, product_variants: { size: 'M' } })
})

test('active social links are returned by name', async () => {
  const names = [newName(), newName(), newName()].toSorted()
  const links = names.map((platform, place) => ({ platform, url: 'https://example.com', is_active: place !== 1 }))
  cleanUp(() => serviceClient().from('social_media').delete().in('platform', names))
  rows(await serviceClient().from('social_media').insert(links.toReversed()).select('id'))
  const read = await anonymousClient()
    .from('social_media')
    .select('platform, url')
    .eq('is_active', true)
    .in('platform', names)
    .order('platform')
  expect(read.data?.map(({ platform }) => platform)).toEqual([names[0], names[2]])
})

test('active categories, works and positions are returned in their order (DB-117)', async () => {
  const names = [newName(), newName(), newName()]
  const [first = '', second = '', inactive = ''] = names
  const remove = (table: 'faq_categories' | 'company_works' | 'career_positions') =>
    cleanUp(() => serviceClient().from(table).delete().in('title', names))
  remove('faq_categories')
  remove('company_works')
  remove('career_positions')
  const inOrder = [
    { title: second, display_order: 2 },
    { title: first, display_order: 1 },
    { title: inactive, display_order: 3, is_active: false },
  ]
  rows(
    await serviceClient()
      .from('faq_categories')
      .insert(inOrder.map((row) => ({ is_active: true, ...row, slug: slugOf(row.title) })))
      .select('id'),
  )
  rows(
    await serviceClient()
      .from('company_works')
      .insert(inOrder.map((row) => ({ is_active: true, ...row, category: 'Contract', year: 2026 })))
      .select('id'),
  )
  rows(
    await serviceClient()
      .from('career_positions')
      .insert(
        inOrder.map(({ display_order: _place, ...row }) => ({
          is_active: true,
          ...row,
          department: 'Contract',
          location: 'Multan',
          type: 'Full-time',
        })),
      )
      .select('id'),
  )
  const client = anonymousClient()
  const groups = await client.from('faq_categories').select('title').in('title', names).order('display_order')
  const works = await client.from('company_works').select('title').in('title', names).order('display_order')
  const jobs = await client.from('career_positions').select('title').in('title', names).order('title')
  const titles = (response: { data: { title: string }[] | null }) => response.data?.map(({ title }) => title)
  expect([titles(groups), titles(works)]).toEqual([
    [first, second],
    [first, second],
  ])
  expect(titles(jobs)).toEqual([first, second].toSorted())
})

test('operators edit pages by plain row edits, and nobody else can (DB-128)', async () => {
  const slug = slugOf(newName())
  cleanUp(() => serviceClient().from('page_content').delete().eq('slug', slug))
  rows(await serviceClient().from('page_content').insert({ slug, title: 'Contract', is_published: true }).select('id'))
  const edit = await serviceClient()
    .from('page_content')
    .update({ meta_description: 'Edited' })
    .eq('slug', slug)
    .select('meta_description')
    .single()
  expect(edit.data?.meta_description).toBe('Edited')
  expect((await anonymousClient().from('page_content').select('title').eq('slug', slug).single()).data?.title).toBe(
    'Contract',
  )
  expect(
    (await anonymousClient().from('page_content').update({ title: 'Hacked' }).eq('slug', slug)).error,
  ).not.toBeNull()
})

test('parallel requests never share a role', async () => {
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      place % 3 === 0
        ? serviceClient().from('contact_submissions').select('id').limit(1)
        : anonymousClient()
            .from(place % 3 === 1 ? 'orders' : 'promo_codes')
            .select('id')
            .limit(1),
    ),
  )
  responses.forEach(({ error }, place) => expect(error?.code ?? null).toBe(place % 3 === 0 ? null : '42501'))
})

test('only a project’s public endpoints are reachable', async () => {
  expect((await fetch(`${inject('contract').url}/_system/info`)).status).toBe(404)
})

test('no request undoes a REVOKE of the migrations', async () => {
  await anonymousClient().from('products').select('id').limit(1)
  for (const table of [
    'orders',
    'profiles',
    'promo_codes',
    'payment_notifications',
    'newsletter_subscriptions',
  ] as const) {
    const { error } = await anonymousClient().from(table).select('*').limit(1)
    expect([table, error?.code]).toEqual([table, '42501'])
  }
})

test('errors keep their code, status and message', async () => {
  const { url, publishableKey } = inject('contract')
  const bad = await serviceClient().from('newsletter_subscriptions').insert({ email: 'not an address', source: 'x' })
  expect([bad.status, bad.error?.code]).toEqual([400, '23514'])
  const denied = await anonymousClient()
    .from('newsletter_subscriptions')
    .insert({ email: 'a@example.com', source: 'x' })
  expect([denied.status, denied.error?.code]).toEqual([401, '42501'])
  const none = await anonymousClient().from('products').select('id').eq('slug', slugOf(newName())).single()
  expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
  const wrongKey = createClient(url, `${publishableKey}x`, { auth: { persistSession: false } })
  expect((await wrongKey.from('products').select('id').limit(1)).error).not.toBeNull()
})

test('what the schema lacks has a code of PostgREST, and a status below 500', async () => {
  const { url, secretKey } = inject('contract')
  const client = createClient(url, secretKey, { auth: { persistSession: false } })
  for (const [status, code, call] of [
    [404, 'PGRST202', client.rpc('no_such_function')],
    [404, 'PGRST202', client.rpc('get_guest_order', { p_order_id: 'ORD-1' })],
    [404, 'PGRST202', client.rpc('get_search_suggestions', { no_such_argument: 1 })],
    [404, 'PGRST205', client.from('no_such_table').select('*')],
    [400, 'PGRST204', client.from('social_media').insert({ no_such_column: 1 })],
    [400, '42703', client.from('social_media').select('no_such_column')],
    [400, '22P02', client.from('social_media').select('id').eq('id', 'no id')],
  ] as const) {
    const { status: found, error } = await call
    expect([found, error?.code]).toEqual([status, code])
  }
})

test('a function’s refusal has the digits of its code as status and a token as message', async () => {
  const { status, error } = await anonymousClient().rpc('cancel_order', {
    p_order_id: newName(),
    p_attempt_key: randomUUID(),
    p_reason: 'Contract',
  })
  expect([status, error?.code, error?.message]).toEqual([404, 'PT404', 'no_such_order'])
})

test('a function that is called by GET can’t write, and one that only reads needs no POST', async () => {
  expect((await anonymousClient().rpc('catalogue_version', undefined, { get: true })).error).toBeNull()
  const { status, error } = await serviceClient().rpc('claim_order_mails', { p_most: 1 }, { get: true })
  expect([status, error?.code]).toEqual([405, '25006'])
})

test('a response has at most a thousand rows, and doesn’t say so', async () => {
  const subject = newName()
  const message = { first_name: 'A', last_name: 'B', email: newAddress(), phone: '0300', subject, message: 'Hello' }
  cleanUp(() => serviceClient().from('contact_submissions').delete().eq('subject', subject))
  const messages = serviceClient().from('contact_submissions')
  expect((await messages.insert(Array.from({ length: 1001 }, () => message))).error).toBeNull()
  const { status, data } = await messages.select('id').eq('subject', subject)
  expect([status, data?.length]).toEqual([200, 1000])
  const counted = await messages.select('id', { count: 'exact' }).eq('subject', subject).limit(1)
  expect([counted.data?.length, counted.count]).toEqual([1, 1001])
})

test('a token that is no JWT, or that somebody else signed, is refused', async () => {
  const { url, publishableKey } = inject('contract')
  for (const token of ['nonsense', 'a.wrong.token']) {
    const response = await fetch(`${url}/rest/v1/social_media?select=id&limit=1`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    })
    expect([token, response.status, (await response.json()).code]).toEqual([token, 401, 'PGRST301'])
  }
})
