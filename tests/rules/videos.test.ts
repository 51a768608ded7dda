import { expect, test } from 'vitest'
import { videoProblem } from '../../app/desk/products/video/video-file.ts'
import { byteRange } from '../../app/shell/shown-file.server.ts'
import { mp4 } from '../support/video.ts'

test('only short MP4 videos without sound that all browsers play are taken (PD-72)', () => {
  expect([videoProblem(mp4()), videoProblem(mp4({ duration: 60, codec: 'avc3' }))]).toEqual([null, null])
  expect(videoProblem(mp4({ hasSound: true }))).toBe('Please export the video without sound.')
  expect(videoProblem(mp4({ codec: 'hvc1' }))).toBe('Please export the video with H.264, which all browsers play.')
  expect(videoProblem(mp4({ duration: 61 }))).toBe('Videos may take 60 seconds.')
})

test.each([
  ['isom', ['isom', 'avc1', 'mp41'], null],
  ['mp42', [], null],
  ['M4V ', ['mp42'], null],
  ['qt  ', ['qt  '], 'This file is not an MP4 video.'],
  ['iso5', ['iso6', 'dash'], 'This file is not an MP4 video.'],
  ['avif', ['mif1'], 'This file is not an MP4 video.'],
])('a video of the brand %s, compatible with %o, is judged as browsers do', (brand, compatible, problem) => {
  expect(videoProblem(mp4({ brand, compatible }))).toBe(problem)
})

test('what only looks like a video is refused, wherever it ends', () => {
  const video = mp4()
  const endless = Buffer.concat([video, Buffer.from([0, 0, 0, 1])])
  const others = ['', '<script>alert(1)</script>', 'ftypisom', '\u0000\u0000\u0000\u0008ftyp'].map((text) =>
    Buffer.from(text),
  )
  for (const bytes of [endless, ...others]) expect(videoProblem(bytes)).toBe('This file is not an MP4 video.')
  const movie = video.indexOf('moov') - 4
  for (let end = movie; end < video.length; end += 7)
    expect(videoProblem(video.subarray(0, end))).toBe('This file is not an MP4 video.')
  // Each length within the movie, too large by itself.
  for (let place = movie; place < video.length - 4; place += 3) {
    const broken = Buffer.from(video)
    broken.writeUInt32BE(0xffffffff, place)
    expect(() => videoProblem(broken)).not.toThrow()
  }
})

test.each(['free', 'moov', 'trak'])(
  'a file of a million empty boxes %s is no video, and few of them are read',
  (type) => {
    const head = Buffer.from([0, 0, 0, 8, ...Buffer.from(type)])
    const many = Buffer.alloc(8_000_000, head)
    let reads = 0
    const start = mp4().subarray(0, 28)
    const counting = new Proxy(Buffer.concat([start, many]), {
      get(target, name) {
        reads += name === 'readUInt32BE' ? 1 : 0
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    expect(start.toString('latin1', 4, 8)).toBe('ftyp')
    const movie = Buffer.alloc(8)
    movie.writeUInt32BE(many.length + 8)
    movie.write('moov', 4, 'latin1')
    for (const bytes of [many, Buffer.concat([start, many]), Buffer.concat([start, movie, many])])
      expect(videoProblem(bytes)).toBe('This file is not an MP4 video.')
    expect(videoProblem(counting)).toBe('This file is not an MP4 video.')
    expect(reads).toBeLessThan(10_000)
  },
)

test.each([
  [null, { first: 0, last: 99, isPart: false }],
  ['bytes=0-', { first: 0, last: 99, isPart: true }],
  ['bytes=10-19', { first: 10, last: 19, isPart: true }],
  ['bytes=90-500', { first: 90, last: 99, isPart: true }],
  ['bytes=-10', { first: 90, last: 99, isPart: true }],
  ['bytes=-500', { first: 0, last: 99, isPart: true }],
  ['bytes=0-1,5-6', { first: 0, last: 99, isPart: false }],
  ['pages=1-2', { first: 0, last: 99, isPart: false }],
  ['bytes=-', { first: 0, last: 99, isPart: false }],
  ['bytes=100-', null],
  ['bytes=20-10', null],
  ['bytes=-0', null],
])('of 100 bytes, the range %s is %o', (header, sent) => {
  expect(byteRange(header, 100)).toEqual(sent)
})
