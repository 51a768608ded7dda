import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { copyOfProduct, giveCategory, newOperator } from '../support/desk.ts'
import { dom } from '../support/page-dom.ts'
import { anonymousClient, asPerson, newPerson, newVisitor, serviceClient } from '../support/people.ts'
import { formFields, visibleText, type Fields, type Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Picture Person')).desk
})

async function postPictures(path: string, changes: Fields, files: Record<string, Uint8Array<ArrayBuffer>>) {
  const body = new FormData()
  const fields = {
    ...formFields((await desk.get(`${path}?part=pictures`)).html, 'value="pictures"'),
    ...changes,
    intent: 'pictures',
  }
  for (const [name, value] of Object.entries(fields))
    if (name !== 'files') for (const one of [value].flat()) body.append(name, one)
  for (const [name, bytes] of Object.entries(files)) body.append('files', new Blob([bytes]), name)
  const response = await desk.request(path, { method: 'POST', body })
  if (response.status !== 302 && response.status !== 303) {
    const html = await response.text()
    return { status: response.status, html, text: visibleText(html), url: path }
  }
  return desk.get(path)
}

async function mediaOf(path: string) {
  const { data } = await serviceClient()
    .from('product_media')
    .select('id, url, alt, is_featured')
    .eq('product_id', path.split('/').at(-1) ?? '')
    .order('display_order')
  return data ?? []
}

test('pictures wider than 4:5 are cropped to that, added, ordered, described and removed', async () => {
  const path = await copyOfProduct(desk)
  const before = await mediaOf(path)
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const added = await postPictures(path, { new_alt: 'On the line' }, { 'line.png': new Uint8Array(wide) })
  expect(added.text).toContain('The pictures are saved.')
  const line = (await mediaOf(path)).find(({ alt }) => alt === 'On the line')
  expect(line?.url).toMatch(/^\/storage\/v1\/object\/public\/products\/[0-9a-f-]{36}\.webp$/)
  const shown = await desk.request(`/images/480/storage/products/${line?.url.split('/').at(-1)}.webp`)
  const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect([width, height]).toEqual([240, 300])

  const [first] = before
  const changes = { [`place-${line?.id}`]: '0', [`alt-${line?.id}`]: 'Drying', [`remove-${first?.id}`]: 'on' }
  await postPictures(path, changes, {})
  const after = await mediaOf(path)
  expect(after.filter(({ is_featured: isMain }) => isMain)).toEqual([
    { id: line?.id, url: line?.url, alt: 'Drying', is_featured: true },
  ])
  expect(after.some(({ id }) => id === first?.id)).toBe(false)
  expect(after).toHaveLength(before.length)
})

test('a photograph in one of the shop’s ratios keeps its shape, with what it shows and the end that stays in sight', async () => {
  const path = await copyOfProduct(desk)
  const photograph = await sharp({ create: { width: 400, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const fields = { new_alt: 'Worn', new_role: 'worn', crop: 'top' }
  await postPictures(path, fields, { 'worn.jpg': new Uint8Array(photograph) })
  const { data } = await serviceClient()
    .from('product_media')
    .select('id, url, role, focus')
    .eq('product_id', path.split('/').at(-1) ?? '')
    .eq('alt', 'Worn')
    .single()
  expect([data?.role, data?.focus]).toEqual(['worn', '50% 0%'])
  expect((await seen(shownIn(data?.url))).size).toEqual([400, 600])
  const saved = await postPictures(path, { [`caption-${data?.id}`]: 'Aleena wears 34B' }, {})
  expect(saved.text).toContain('The pictures are saved.')
  const again = formFields((await desk.get(`${path}?part=pictures`)).html, 'value="pictures"')
  expect([again[`caption-${data?.id}`], again[`role-${data?.id}`]]).toEqual(['Aleena wears 34B', 'worn'])
  expect(
    dom(await desk.get(`${path}/pictures/${data?.id}/focus`))
      .querySelector('[aria-pressed=true]')
      ?.getAttribute('value'),
  ).toBe('50% 0%')
})

test('a photograph of 48 megapixels is scaled down, with the end in sight that stands out (PD-79)', async () => {
  const path = await copyOfProduct(desk)
  const [width, height] = [6048, 8064]
  const spot = { input: { create: { width: 900, height: 900, channels: 3, background: 'red' } }, left: 2500 } as const
  const photograph = async (top: number) =>
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#dddddd' } })
        .composite([{ ...spot, top }])
        .jpeg()
        .toBuffer(),
    )
  const files = { 'high.jpg': await photograph(300), 'low.jpg': await photograph(6900) }
  expect((await postPictures(path, { new_alt: 'Large' }, files)).text).toContain('The pictures are saved.')
  const { data } = await serviceClient()
    .from('product_media')
    .select('url, original, focus')
    .eq('product_id', path.split('/').at(-1) ?? '')
    .eq('alt', 'Large')
    .order('display_order')
  expect(data?.map(({ focus }) => focus)).toEqual(['50% 0%', '50% 100%'])
  const kept = await serviceClient()
    .storage.from('originals')
    .download(data?.[0]?.original ?? '')
  const original = sharp(Buffer.from((await kept.data?.arrayBuffer()) ?? new ArrayBuffer(0)))
  expect(await original.metadata()).toMatchObject({ width: 3000, height: 4000 })
  const largest = await desk.request(`/images/2400/storage/products/${data?.[0]?.url.split('/').at(-1)}.webp`)
  expect((await sharp(Buffer.from(await largest.arrayBuffer())).metadata()).height).toBe(3000)
})

test('a press on a picture keeps that point in sight, shown in each ratio, and leaves the other pictures as they are (PD-77)', async () => {
  const path = await copyOfProduct(desk)
  const before = await mediaOf(path)
  const [, second] = before
  const page = await desk.get(`${path}/pictures/${second?.id}/focus`)
  expect(page.html).not.toMatch(/<script/)
  expect(dom(page).querySelectorAll('.desk-focus button')).toHaveLength(81)
  const fields = formFields(page.html, 'desk-focus')
  const saved = await desk.post(page.url, { ...fields, focus: '50% 13%' })
  expect(saved.text).toContain('The point is saved.')
  const frames = dom(saved).querySelectorAll('.desk-frames img')
  expect(frames.map((image) => image.getAttribute('style'))).toEqual(Array(3).fill('object-position:50% 13%'))
  expect(dom(saved).querySelector('.desk-focus [aria-pressed=true]')?.getAttribute('value')).toBe('50% 13%')
  // The banner isn't of the gallery, and comes last now.
  const order = (media: typeof before) => media.flatMap(({ url }) => (url.includes('banner') ? [] : url))
  expect(order(await mediaOf(path))).toEqual(order(before))
  const older = await desk.post(page.url, { ...fields, focus: '0% 0%' })
  expect([older.status, older.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  const wrong = await desk.post(page.url, { ...formFields(saved.html, 'desk-focus'), focus: '50% 101%' })
  expect([wrong.status, wrong.text.includes('Please choose a point of the picture.')]).toEqual([400, true])
})

test('an uploaded photograph is shown as large as it is, up to 2,400 pixels wide (PD-71)', async () => {
  const path = await copyOfProduct(desk)
  const photograph = async (width: number, height: number) =>
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    )
  const files = { 'large.jpg': await photograph(2800, 3500), 'small.jpg': await photograph(1200, 1500) }
  await postPictures(path, { new_alt: 'Sharp' }, files)
  const added = (await mediaOf(path)).filter(({ alt }) => alt === 'Sharp')
  const widths = await Promise.all(
    added.map(async ({ url }) => {
      const response = await desk.request(`/images/2400/storage/products/${url.split('/').at(-1)}.webp`)
      return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width
    }),
  )
  expect(widths.toSorted((one, other) => one - other)).toEqual([1200, 2400])
})

test('a file that is no picture is refused by its name, with all others, and what was typed is kept', async () => {
  const path = await copyOfProduct(desk)
  const before = await mediaOf(path)
  const good = await sharp({ create: { width: 40, height: 50, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const files = { 'good.png': new Uint8Array(good), 'list.png': new TextEncoder().encode('=cmd|calc') }
  const wrong = await postPictures(path, { new_alt: 'Never' }, files)
  expect([wrong.status, wrong.text.includes('list.png: This file is not a picture we can read.')]).toEqual([400, true])
  expect(wrong.html).toContain('value="Never"')
  expect(await mediaOf(path)).toEqual(before)
})

/** A PNG whose left half is red and whose right half is blue. */
async function redAndBlue(): Promise<Uint8Array<ArrayBuffer>> {
  const half = (background: string) => ({ create: { width: 400, height: 300, channels: 3 as const, background } })
  const blue = await sharp(half('#0000ff')).png().toBuffer()
  const both = { create: { width: 800, height: 300, channels: 3 as const, background: '#ff0000' } }
  return new Uint8Array(
    await sharp(both)
      .composite([{ input: blue, left: 400, top: 0 }])
      .png()
      .toBuffer(),
  )
}

/** The average red, green and blue of a picture that a page shows, and its size. */
async function seen(path: string) {
  const response = await desk.request(path)
  const picture = sharp(Buffer.from(await response.arrayBuffer()))
  const { width, height } = await picture.metadata()
  const { channels } = await picture.stats()
  return {
    headers: response.headers,
    size: [width, height],
    colour: channels.slice(0, 3).map(({ mean }) => Math.round(mean / 64)),
  }
}

/** A product with an uploaded picture: the address of the page that crops it, its row, and what was uploaded. */
async function uploaded() {
  const path = await copyOfProduct(desk)
  const file = await redAndBlue()
  await postPictures(path, { new_alt: 'Two halves', crop: 'centre' }, { 'halves.png': file })
  const { data } = await serviceClient()
    .from('product_media')
    .select('id, url, original, part')
    .eq('product_id', path.split('/').at(-1) ?? '')
    .eq('alt', 'Two halves')
    .single()
  return { path, crop: `${path}/pictures/${data?.id}`, row: data, file }
}

const shownIn = (url: string | undefined) => `/images/480/storage/products/${url?.split('/').at(-1)}.webp`

test('the original is kept as it was uploaded, and read by operators alone', async () => {
  const { row, file } = await uploaded()
  const path = row?.original ?? ''
  expect(path).toMatch(/^[0-9a-f-]{36}\.png$/)
  const kept = await serviceClient().storage.from('originals').download(path)
  expect(new Uint8Array((await kept.data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(file)
  for (const client of [anonymousClient(), await asPerson(await newPerson())]) {
    expect((await client.storage.from('originals').download(path)).error).not.toBeNull()
    expect((await client.storage.from('originals').createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await client.storage.from('originals').list()).data).toEqual([])
  }
  expect((await newVisitor().request(`/images/480/storage/originals/${path}.webp`)).status).toBe(404)
})

test('a part is chosen by a click on the original, a button or numbers, previewed, and saved for the shop', async () => {
  const { path, crop, row } = await uploaded()
  const page = await desk.get(crop)
  expect(page.html).not.toMatch(/<script/)
  const original = dom(page).querySelector('input[type=image]')
  const [width, height] = ['width', 'height'].map((name) => Number(original?.getAttribute(name)))
  expect([width, height]).toEqual([280, 105])
  expect((await seen(original?.getAttribute('src') ?? '')).size).toEqual([640, 240])

  const partOf = async (query: string) => formFields((await desk.get(`${crop}?${query}`)).html, 'Save this part').part
  expect(await partOf('')).toBe('50 50 100')
  expect(await partOf('focus.x=70&focus.y=21&x=1&y=1&size=80')).toBe('25 20 80')
  expect(await partOf('part=top&size=60')).toBe('50 0 60')
  expect(await partOf('part=point&x=90&y=10&size=60')).toBe('90 10 60')
  expect(await partOf('part=point&x=900&y=-3&size=1e9')).toBe('100 0 100')
  expect(await partOf('part=whole')).toBe('whole')

  const right = await desk.get(`${crop}?part=right&size=100`)
  const preview = dom(right).querySelector('.desk-preview')?.getAttribute('src') ?? ''
  const shown = await seen(preview)
  expect([shown.size, shown.colour]).toEqual([
    [240, 300],
    [0, 0, 4],
  ])
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect((await seen(shownIn(row?.url))).colour).toEqual([2, 0, 2])

  const saved = await desk.post(crop, formFields(right.html, 'Save this part'))
  expect([saved.url, saved.text.includes('The picture is cropped.')]).toEqual([`${path}?part=pictures`, true])
  const { data } = await serviceClient()
    .from('product_media')
    .select('url, part')
    .eq('id', row?.id ?? '')
    .single()
  expect(data?.part).toBe('100 50 100')
  expect((await seen(shownIn(data?.url))).colour).toEqual([0, 0, 4])
  expect(await partOf('')).toBe('100 50 100')

  const older = await desk.post(crop, { ...formFields(right.html, 'Save this part'), part: 'whole' })
  expect([older.status, older.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  const whole = await desk.post(crop, formFields((await desk.get(`${crop}?part=whole`)).html, 'Save this part'))
  expect(whole.text).toContain('The picture is cropped.')
  const { data: last } = await serviceClient()
    .from('product_media')
    .select('url')
    .eq('id', row?.id ?? '')
    .single()
  expect((await seen(shownIn(last?.url))).size).toEqual([480, 600])
})

test('a picture without an original, of another product or with a file that is none of ours can’t be cropped', async () => {
  const { path, crop, row } = await uploaded()
  const other = (await mediaOf(path)).find(({ alt }) => alt !== 'Two halves')
  expect((await desk.get(`${path}/pictures/${other?.id}`)).status).toBe(404)
  expect((await desk.get(`${await copyOfProduct(desk)}/pictures/${row?.id}`)).status).toBe(404)
  expect((await desk.get(`${path}/pictures/${row?.id}/view?part=1`)).status).toBe(200)
  const wrong = await desk.post(crop, { version: '1', part: '50 50 1' })
  expect([wrong.status, wrong.text.includes('Please choose a part of the picture.')]).toEqual([400, true])

  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  const name = `${crypto.randomUUID()}.png`
  await serviceClient().storage.from('originals').upload(name, drawing, { contentType: 'image/png' })
  await serviceClient()
    .from('product_media')
    .update({ original: name })
    .eq('id', row?.id ?? '')
  expect((await desk.get(crop)).status).toBe(500)
  expect((await desk.request(`${crop}/view?part=whole`)).status).toBe(500)
})

test('files above 16 MB lead back to the product, which names the limit and is as it was', async () => {
  const path = await copyOfProduct(desk)
  const before = await mediaOf(path)
  const half = new Uint8Array(9 * 1024 * 1024)
  const page = await postPictures(path, { new_alt: 'Never' }, { 'one.png': half, 'two.png': half })
  expect([page.status, page.url]).toEqual([200, path])
  expect(page.text).toContain(
    'At most 8 pictures, of 15 MB each and 16 MB together, can be sent at once. Nothing was saved.',
  )
  expect(await mediaOf(path)).toEqual(before)
})

test('a draft is previewed like its page in the shop, without scripts, and nothing can be bought', async () => {
  const path = await copyOfProduct(desk)
  const { error } = await serviceClient()
    .from('product_variants')
    .update({ stock: 3 })
    .eq('product_id', path.split('/').at(-1) ?? '')
  if (error) throw error
  const preview = `${path}/preview`
  expect((await desk.get(path)).html).toContain(`href="${preview}"`)
  const response = await desk.request(preview)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const page = await desk.get(`${preview}?picture=2&tab=SizeGuide`)
  const root = dom(page)
  expect(root.querySelector('.draft-bar')?.text).toContain('Draft')
  expect(root.querySelector('h1')?.text).toContain('Satin nightgown with lace hem (copy)')
  // The data of areas has no effect without the script that reads it.
  expect(page.html).not.toMatch(/<script(?! type="application\/json")|action="\/cart"/)
  const buttons = root.querySelectorAll('button[value=add]')
  expect(buttons.map((button) => button.hasAttribute('disabled'))).toEqual([true, true])
  const links = root.querySelectorAll('.thumbnails a, .product-tabs a').map((link) => link.getAttribute('href') ?? '')
  expect(links.length).toBeGreaterThan(3)
  expect(links.every((link) => link.startsWith(`${preview}?`))).toBe(true)
  expect(root.querySelector('form.heart')?.closest('[inert]')).not.toBeNull()

  await giveCategory(path)
  const { version = '' } = formFields((await desk.get(path)).html, 'value="published"')
  await desk.post(path, { version, intent: 'state', state: 'published' })
  expect((await desk.get(preview)).text).toContain('In the shop')
  await desk.post(path, { version: String(Number(version) + 1), intent: 'state', state: 'archived' })
  expect((await desk.get(preview)).status).toBe(404)
})
