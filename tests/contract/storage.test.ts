import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import { anonymousClient, asPerson, newPerson, serviceClient, cleanUp } from '../support/contract.ts'

const webp = { contentType: 'image/webp' }

/** Returns a name in the bucket that is deleted after the tests. */
function newFile(name: string): string {
  cleanUp(() => serviceClient().storage.from('files').remove([name]))
  return name
}

test('storage: only the shop writes files, those of a shown review are read by all, and files are cached for an hour', async () => {
  const person = await newPerson()
  const files = serviceClient().storage.from('files')
  const picture = Buffer.from('not a picture, but bytes')
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
  const own = await serviceClient().storage.from('files').upload(name, Buffer.from('x'), webp)
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
    await serviceClient().storage.from('files').upload(name, Buffer.from('x'), webp)
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

/** Stores a file in a new folder that is deleted after the tests. Returns the folder and the file's path. */
async function newFolder(content = '0123456789') {
  const folder = `review-images/${randomUUID()}`
  const name = newFile(`${folder}/a.webp`)
  expect((await serviceClient().storage.from('files').upload(name, Buffer.from(content), webp)).error).toBeNull()
  return { folder, name }
}

/** Reads a file as the service role, with more headers. */
function read(name: string, headers: Record<string, string> = {}, token = inject('contract').secretKey) {
  const { url, publishableKey } = inject('contract')
  const authorization = `Bearer ${token}`
  return fetch(`${url}/storage/v1/object/files/${name}`, {
    headers: { apikey: publishableKey, authorization, ...headers },
  })
}

test('a list has names within the folder, and folders as entries without ID; others may list nothing', async () => {
  const { folder } = await newFolder()
  const files = serviceClient().storage.from('files')
  for (const name of [`${folder}/B.webp`, `${folder}/deeper/c.webp`])
    expect((await files.upload(newFile(name), Buffer.from('x'), webp)).error).toBeNull()
  const list = async (options: object) =>
    (await files.list(folder, options)).data?.map(({ name, id }) => [name, id !== null])
  const entries = [
    ['a.webp', true],
    ['B.webp', true],
    ['deeper', false],
  ]
  expect(await list({})).toEqual(entries)
  expect(await list({ sortBy: { column: 'name', order: 'desc' } })).toEqual(entries.toReversed())
  expect(await list({ limit: 1, offset: 1 })).toEqual([entries[1]])
  expect(await list({ search: 'b' })).toEqual([entries[1]])
  expect(await list({ search: 'webp' })).toEqual([])
  expect((await files.list(`${folder}/deep`)).data).toEqual([])
  expect((await anonymousClient().storage.from('files').list(folder)).data).toEqual([])
})

test('an error has its true status in the body, and the response has 400', async () => {
  const { folder, name } = await newFolder()
  const files = serviceClient().storage.from('files')
  const upload = async (path: string, type = 'image/webp') =>
    (await files.upload(path, Buffer.alloc(1), { contentType: type })).error
  // A Blob, because Storage may close the connection before it has read the whole of a buffer.
  const large = new Blob([Buffer.alloc(6e6)], { type: 'image/webp' })
  for (const [error, statusCode, message] of [
    [await upload(name), '409', 'The resource already exists'],
    [await upload(`${folder}/b.webp`, 'text/html'), '415', 'mime type text/html is not supported'],
    [(await files.upload(`${folder}/b.webp`, large)).error, '413', /exceeded the maximum allowed size/],
    [await upload(`${folder}/ک.webp`), '400', /^Invalid key/],
    [await upload(`${folder}/a~b.webp`), '400', /^Invalid key/],
    [(await files.createSignedUrl(name, 0)).error, '400', /./],
    [(await files.remove([])).error, '400', /./],
    [
      (
        await anonymousClient()
          .storage.from('files')
          .upload(newFile(`${folder}/c.webp`), 'x', webp)
      ).error,
      '403',
      /row-level security/,
    ],
    [(await serviceClient().storage.from('none').download(name)).error, '404', 'Bucket not found'],
    [(await serviceClient().storage.from('none').upload(name, 'x', webp)).error, '404', 'Bucket not found'],
    [(await files.download(`${folder}/none.webp`)).error, '404', 'Object not found'],
  ] as const) {
    expect(error).toMatchObject({ status: 400, statusCode })
    expect(error?.message).toMatch(message)
  }
})

test('a key may have spaces and the letters of S3', async () => {
  const { folder } = await newFolder()
  const files = serviceClient().storage.from('files')
  for (const name of ['a b.webp', 'a+b.webp', "a&b=c(1)!'@:,$.webp"]) {
    const path = newFile(`${folder}/${name}`)
    expect((await files.upload(path, Buffer.from(name), webp)).error).toBeNull()
    expect(await (await files.download(path)).data?.text()).toBe(name)
  }
})

test('files of a missing bucket count as removed, and so do missing and foreign files', async () => {
  const { folder, name } = await newFolder()
  expect(await serviceClient().storage.from('none').remove([name])).toEqual({ data: [], error: null })
  expect(await anonymousClient().storage.from('files').remove([name])).toEqual({ data: [], error: null })
  const removed = await serviceClient()
    .storage.from('files')
    .remove([name, `${folder}/none.webp`, folder])
  expect(removed.data?.map((file) => file.name)).toEqual([name])
})

test('an invalid token is refused; who reads by it finds no bucket', async () => {
  const { name } = await newFolder()
  const response = await read(name, {}, 'a.wrong.token')
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ statusCode: '404', error: 'Bucket not found' }),
  ])
  const { url, publishableKey } = inject('contract')
  const signing = await fetch(`${url}/storage/v1/object/sign/files/${name}`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: 'Bearer a.wrong.token', 'content-type': 'application/json' },
    body: '{"expiresIn":60}',
  })
  expect([signing.status, await signing.json()]).toEqual([400, expect.objectContaining({ statusCode: '403' })])
})

test('a link serves its file until it expires, and no other', async () => {
  const { name } = await newFolder()
  const files = serviceClient().storage.from('files')
  const [link = '', brief = ''] = [
    (await files.createSignedUrl(name, 60)).data?.signedUrl,
    (await files.createSignedUrl(name, 1)).data?.signedUrl,
  ]
  const open = async (address: string) => {
    const response = await fetch(address)
    return [response.status, response.ok ? await response.text() : (await response.json()).error]
  }
  expect(await open(link)).toEqual([200, '0123456789'])
  expect(await open(link.replace('a.webp', 'b.webp'))).toEqual([400, 'InvalidSignature'])
  expect(await open(link.replace(/token=.*/, 'token=x'))).toEqual([400, 'InvalidJWT'])
  expect((await open(link.replace(/\?token=.*/, '')))[0]).toBe(400)
  await expect.poll(() => open(brief), { timeout: 10_000 }).toEqual([400, 'InvalidJWT'])
})

test('many links are made at once, and one of a missing file says so', async () => {
  const { folder, name } = await newFolder()
  const missing = `${folder}/none.webp`
  const { data } = await serviceClient().storage.from('files').createSignedUrls([name, missing], 60)
  expect(data).toEqual([
    expect.objectContaining({ path: name, error: null, signedUrl: expect.stringContaining('?token=') }),
    expect.objectContaining({ path: missing, error: expect.any(String), signedUrl: null }),
  ])
  expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('0123456789')
})

test('a part of a file is served, and 304 to who has it', async () => {
  const { name } = await newFolder()
  for (const [range, body, place] of [
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ] as const) {
    const part = await read(name, { range })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, body, place])
  }
  for (const range of ['bytes=10-', 'bytes=5-2', 'bytes=0-1,3-4', 'letters=1-2']) {
    const refused = await read(name, { range })
    expect([range, refused.status, (await refused.json()).statusCode]).toEqual([range, 416, '416'])
  }
  const whole = await read(name)
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '10'])
  const etag = whole.headers.get('etag') ?? ''
  expect((await read(name, { 'if-none-match': etag })).status).toBe(304)
  expect((await read(name, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await read(name, { 'if-modified-since': new Date(Date.now() + 6e4).toUTCString() })).status).toBe(304)
})

test('a Blob is stored with its type and its age in caches', async () => {
  const { folder } = await newFolder()
  const name = newFile(`${folder}/blob.png`)
  const files = serviceClient().storage.from('files')
  const options = { contentType: 'image/webp', cacheControl: '60' }
  expect((await files.upload(name, new Blob(['x'], { type: 'image/png' }), options)).error).toBeNull()
  const { headers } = await read(name)
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/png', 'max-age=60'])
  const page = await files.upload(`${folder}/page.png`, new Blob(['x'], { type: 'text/html' }), options)
  expect(page.error).toMatchObject({ status: 400, statusCode: '415' })
})
