import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPicture } from '../../app/desk/products/pictures/archive.server.ts'
import { AnswerTooLong, askPublicServer, NotPublic } from '../../app/platform/ask-server.server.ts'
import { listen } from '../support/local-server.ts'

// Pictures are fetched from addresses that operators, or whoever wrote their file, have chosen.

let url: string
const asked: string[] = []
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  asked.push(pathname)
  const type = { 'content-type': 'image/png' }
  if (pathname === '/to') response.writeHead(302, { location: searchParams.get('to') ?? '' }).end()
  else if (pathname === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  else if (pathname === '/missing') response.writeHead(404, type).end()
  else if (pathname === '/long') response.writeHead(200, type).end(Buffer.alloc(3_000))
  else response.writeHead(200, type).end('picture')
})
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => server.close())

const QUESTION = { types: ['image/'], maxBytes: 2_000 }
/** Lets the test's own server through, which a redirect may leave. */
const isHere = (address: string | null, port: string) =>
  (address === null || address === '127.0.0.1' || address === '::1') && port === new URL(url).port
const ask = (address: string) => askPublicServer(address, QUESTION, isHere)

test.each([
  'http://127.0.0.1/a.png',
  'http://127.1/a.png',
  'http://2130706433/a.png',
  'http://0x7f.0.0.1/a.png',
  'http://localhost/a.png',
  'http://0.0.0.0/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://[64:ff9b::7f00:1]/a.png',
  'http://[fd00::1]/a.png',
  'http://10.0.0.1/a.png',
  'http://172.16.0.1/a.png',
  'http://192.168.1.1/a.png',
  'http://100.64.0.1/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/a.png',
  'http://1.1.1.1:8080/a.png',
  'http://user:secret@1.1.1.1/a.png',
  'ftp://1.1.1.1/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
])('attack: nothing is fetched from %s', async (address) => {
  await expect(askPublicServer(address, QUESTION)).rejects.toThrow(NotPublic)
})

test('a picture is fetched, also after a redirect; anything else isn’t', async () => {
  const { bytes } = await ask(`${url}/a.png`)
  expect(Buffer.from(bytes ?? []).toString()).toBe('picture')
  expect((await ask(`${url}/to?to=/a.png`)).bytes).toHaveLength(7)
  expect((await ask(`${url}/page`)).bytes).toBeNull()
  expect(await ask(`${url}/missing`)).toMatchObject({ status: 404, bytes: null })
  await expect(ask(`${url}/long`)).rejects.toThrow(AnswerTooLong)
  await expect(ask(`${url}/to?to=/to?to=/to`)).resolves.toMatchObject({ bytes: null })
})

test('attack: each redirect is checked anew, and there are at most three', async () => {
  for (const to of ['http://169.254.169.254/latest', 'http://localhost:1/a.png', 'file:///etc/passwd'])
    await expect(ask(`${url}/to?to=${to}`)).rejects.toThrow(NotPublic)
  const chain = ['a', 'b', 'c', 'd'].reduce((to) => `/to?to=${encodeURIComponent(to)}`, '/a.png')
  await expect(ask(`${url}${chain}`)).rejects.toThrow('Too many redirects.')
})

test('attack: a name is judged by where it leads when it is connected to', async () => {
  const before = asked.length
  const isNamed = (address: string | null, port: string) => address === null && port !== ''
  await expect(askPublicServer(url.replace('127.0.0.1', 'localhost'), QUESTION, isNamed)).rejects.toThrow(NotPublic)
  expect(asked).toHaveLength(before)
})

test('why a picture isn’t fetched is told', async () => {
  const why = async (
    work: () => Promise<never> | Promise<{ status: number; ok: boolean; bytes: null; text: string }>,
  ) => fetchPicture('https://x.example/a.png', work)
  const outcomes = [
    await fetchPicture('http://127.0.0.1/a.png'),
    await why(async () => ({ status: 404, ok: false, bytes: null, text: '' })),
    await why(() => Promise.reject(new AnswerTooLong('long'))),
    await why(() => Promise.reject(new Error('reset'))),
  ]
  expect(outcomes.map((one) => (one.ok ? 'fetched' : one.refusal))).toEqual([
    'not_public',
    'no_picture_there',
    'too_large_there',
    'no_answer_there',
  ])
  expect(
    (await fetchPicture(`${url}/a.png`, (address, question) => askPublicServer(address, question, isHere))).ok,
  ).toBe(true)
})
