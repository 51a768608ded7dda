import { beforeAll, expect, test } from 'vitest'
import { copyOfProduct, newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import { mp4 } from '../support/video.ts'
import { formFields, visibleText, type Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Video Person')).desk
})

async function post(path: string, video: Uint8Array<ArrayBuffer>, intent = 'video') {
  const { version = '' } = formFields((await desk.get(`${path}?part=video`)).html, 'value="video"')
  const body = new FormData()
  body.append('intent', intent)
  body.append('version', String(version))
  body.append('video', new Blob([video], { type: 'video/mp4' }), 'robe.mp4')
  const response = await desk.request(path, { method: 'POST', body })
  return [response.status, visibleText(await response.text())] as const
}
const bytesOf = (video: Buffer) => new Uint8Array(video)

/** A copy of a product with a video, in the shop. */
async function filmedProduct() {
  const path = await copyOfProduct(desk)
  const video = bytesOf(mp4())
  expect((await post(path, video))[0]).toBeLessThan(400)
  const id = path.split('/').at(-1) ?? ''
  const { data } = await serviceClient()
    .from('products')
    .update({ is_active: true })
    .eq('id', id)
    .select('slug')
    .single()
  return { path, id, video, slug: data?.slug ?? '' }
}

test('a video is the last view of a product: nothing of it loads before it is played, and the lite version has none (PD-70, PD-72)', async () => {
  const { path, id, slug } = await filmedProduct()
  const root = dom(await newVisitor().get(`/product/${slug}?picture=99`))
  const video = root.querySelector('.gallery-main .current video')
  expect(video?.attributes).toMatchObject({ preload: 'none', muted: '', playsinline: '', loop: '', controls: '' })
  expect(video?.hasAttribute('autoplay')).toBe(false)
  expect(video?.getAttribute('poster')).toMatch(/^\/images\/640\/pictures\/.*\.webp$/)
  const count = root.querySelectorAll('.gallery-main > div').length
  expect(all(root, '.gallery-main small').at(-1)).toBe(`${count} / ${count}`)
  const before = root.querySelector('.step')?.getAttribute('href')
  expect([before, root.querySelectorAll('.step')]).toEqual([
    `/product/${slug}?picture=${count - 1}`,
    expect.objectContaining({ length: 1 }),
  ])
  expect(root.querySelector('.thumbnails .video')?.getAttribute('href')).toBe(`/product/${slug}?picture=${count}`)
  expect(root.querySelectorAll('.gallery-main a[aria-label^=Enlarge]')).toHaveLength(count - 1)

  const lite = await newVisitor().request(`/product/${slug}?picture=${count}`, { headers: { 'save-data': 'on' } })
  const html = await lite.text()
  expect(html).not.toMatch(/<video|\/videos\//)
  expect(all(dom({ html }), '.gallery-main small').at(-1)).toBe(`${count - 1} / ${count - 1}`)

  await desk.post(path, {
    intent: 'remove-video',
    version: String(formFields((await desk.get(path)).html, 'value="save"').version),
  })
  const { data: listed } = await serviceClient().from('files_to_remove').select('path').eq('bucket', 'videos')
  expect(listed?.map((file) => `/videos/${file.path}`)).toContain(video?.getAttribute('src'))
  await serviceClient().from('products').delete().eq('id', id)
})

test('browsers get the part of a video that they ask for (PD-72)', async () => {
  const { slug, id, video } = await filmedProduct()
  const src =
    dom(await newVisitor().get(`/product/${slug}`))
      .querySelector('video')
      ?.getAttribute('src') ?? ''
  // The first request reads the file from storage, the second from the disk.
  for (const range of ['bytes=0-1', 'bytes=100-', null]) {
    const response = await newVisitor().request(src, { headers: range ? { range } : {} })
    const [first, last] = range === 'bytes=0-1' ? [0, 1] : [range ? 100 : 0, video.length - 1]
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-range')]).toEqual([
      range ? 206 : 200,
      'video/mp4',
      range ? `bytes ${first}-${last}/${video.length}` : null,
    ])
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(video).subarray(first, last + 1))).toBe(true)
  }
  const beyond = await newVisitor().request(src, { headers: { range: 'bytes=99999999-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${video.length}`])
  for (const wrong of ['/videos/keys.txt', src.replace(/\w\.mp4/, 'z.mp4'), '/videos/..%2Ffiles%2Fx.mp4'])
    expect([wrong, (await newVisitor().request(wrong)).status]).toEqual([wrong, 404])
  await serviceClient().from('products').delete().eq('id', id)
})

test('a file that is no such video is refused at the desk with the reason', async () => {
  const path = await copyOfProduct(desk)
  const large = new Uint8Array(8 * 1024 * 1024 + 1)
  expect(await post(path, large)).toEqual([400, expect.stringContaining('Videos may have 8 MB.')])
  expect(await post(path, bytesOf(mp4({ hasSound: true })))).toEqual([400, expect.stringContaining('without sound.')])
  expect(await post(path, new Uint8Array())).toEqual([400, expect.stringContaining('Please choose a video.')])
  expect((await desk.get(`${path}?part=video`)).text).toContain('None yet.')
})
