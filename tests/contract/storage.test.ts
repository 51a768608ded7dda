import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import { anonymousClient, asPerson, newPerson, serviceClient, cleanUp } from '../support/contract.ts'

/** Returns a name in the bucket that is deleted after the tests. */
function newFile(name: string): string {
  cleanUp(() => serviceClient().storage.from('files').remove([name]))
  return name
}

test('storage: only the shop writes files, those of a shown review are read by all, and files are cached for an hour', async () => {
  const person = await newPerson()
  const files = serviceClient().storage.from('files')
  const picture = Buffer.from('not a picture, but bytes')
  const webp = { contentType: 'image/webp' }
  const name = newFile(`review-images/${randomUUID()}.webp`)
  expect((await files.upload(name, picture, webp)).error).toBeNull()
  expect(files.getPublicUrl(name).data.publicUrl).toContain(`/files/${name}`)
  // A photo is read by those who read its review.
  expect((await anonymousClient().storage.from('files').download(name)).error).not.toBeNull()
  const robe = { name: 'Contract robe', slug: `contract-${randomUUID()}`, price: 1 }
  const { data: product } = await serviceClient().from('products').insert(robe).select('id').single()
  cleanUp(() => serviceClient().from('products').delete().eq('slug', robe.slug))
  const review = { product_id: product?.id ?? '', user_id: person.id, rating: 5, review_text: 'Soft', images: [name] }
  expect((await serviceClient().from('product_reviews').insert(review)).error).toBeNull()
  expect(await (await anonymousClient().storage.from('files').download(name)).data?.text()).toBe(picture.toString())
  const { url, publishableKey } = inject('contract')
  const object = await fetch(`${url}/storage/v1/object/files/${name}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${publishableKey}` },
  })
  expect([object.status, object.headers.get('cache-control')]).toEqual([200, 'max-age=3600'])
  const own = newFile(`profilePictures/${person.id}.webp`)
  for (let n = 0; n < 2; n += 1) expect((await files.upload(own, picture, { ...webp, upsert: true })).error).toBeNull()
  for (const others of [await asPerson(person), anonymousClient()])
    for (const place of [`review-images/${randomUUID()}.webp`, own])
      expect((await others.storage.from('files').upload(place, picture, webp)).error).not.toBeNull()
})

test('a file that is missing or hidden has the code 404', async () => {
  const name = newFile(`review-images/${randomUUID()}.webp`)
  const missing = [serviceClient().storage.from('files'), anonymousClient().storage.from('files')]
  for (const files of missing)
    for (const { error } of [await files.download(name), await files.createSignedUrl(name, 60)])
      expect(error).toMatchObject({ statusCode: '404' })
  const own = await serviceClient().storage.from('files').upload(name, Buffer.from('x'), { contentType: 'image/webp' })
  expect(own.error).toBeNull()
  const hidden = anonymousClient().storage.from('files')
  for (const { error } of [await hidden.download(name), await hidden.createSignedUrl(name, 60)])
    expect(error).toMatchObject({ statusCode: '404' })
})

test('a folder’s first hundred files are listed by name (DB-98)', async () => {
  const { url, secretKey } = inject('contract')
  const asked: unknown[] = []
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => {
        if (typeof init?.body === 'string') asked.push(JSON.parse(init.body))
        return fetch(input, init)
      },
    },
  })
  for (let n = 0; n < 2; n += 1) {
    const name = newFile(`review-images/${randomUUID()}.webp`)
    await serviceClient().storage.from('files').upload(name, Buffer.from('x'), { contentType: 'image/webp' })
  }
  const { data } = await client.storage.from('files').list('review-images')
  const listed = data?.map((file) => file.name) ?? []
  expect(listed.length).toBeGreaterThan(1)
  expect(listed).toEqual(listed.toSorted())
  expect(asked).toEqual([{ prefix: 'review-images', limit: 100, offset: 0, sortBy: { column: 'name', order: 'asc' } }])
})

test('a chat file is readable only in its conversation', async () => {
  const client = await asPerson(await newPerson())
  const { data: conversation } = await client.rpc('create_conversation', {
    p_title: 'General Support Chat',
    p_message: 'Hello',
  })
  const name = newFile(`chat-attachments/${conversation}/${randomUUID()}.pdf`)
  const pdf = { contentType: 'application/pdf' }
  expect((await serviceClient().storage.from('files').upload(name, Buffer.from('mine'), pdf)).error).toBeNull()
  expect((await client.storage.from('files').download(name)).error).toBeNull()
  const signed = await client.storage.from('files').createSignedUrl(name, 60)
  expect(await (await fetch(signed.data?.signedUrl ?? '')).text()).toBe('mine')
  const stranger = (await asPerson(await newPerson())).storage.from('files')
  expect((await stranger.download(name)).error).not.toBeNull()
  expect((await anonymousClient().storage.from('files').download(name)).error).not.toBeNull()
  expect((await stranger.createSignedUrl(name, 60)).error).not.toBeNull()
  const foreign = `chat-attachments/${conversation}/${randomUUID()}.pdf`
  expect((await stranger.upload(foreign, Buffer.from('x'), pdf)).error).not.toBeNull()
})
