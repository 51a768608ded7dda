import { once } from 'node:events'
import { createServer } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { BackendFetch, newTrace, requestStorage } from '../../app/platform/supabase/backend-fetch.server.ts'
import { readFile, removeFiles, signFile } from '../../app/platform/supabase/uploads.server.ts'

/** Returns a client of a Storage that responds this to everything. */
const storageOf = (status: number, body: object) =>
  createClient('http://127.0.0.1:1', 'key', {
    global: { fetch: () => Promise.resolve(Response.json(body, { status })) },
  })

const readAndSign = (status: number, body: object) => [
  readFile(storageOf(status, body), 'files', 'a.webp'),
  signFile(storageOf(status, body), 'files', 'a.webp'),
]

test.each([
  [400, { statusCode: '404', error: 'not_found', message: 'Object not found' }],
  [404, { statusCode: '404', error: 'not_found', message: 'Object not found' }],
])('a file is missing if Storage responds %i with the code 404', async (status, body) => {
  expect(await Promise.all(readAndSign(status, body))).toEqual([null, null])
})

test.each([
  ['no free connection', 429, { statusCode: '429', error: 'too_many_connections', message: 'Too many connections' }],
  ['an error that passes', 400, { statusCode: '500', error: 'DatabaseError', message: 'Connection terminated' }],
  ['an expired token', 400, { statusCode: '403', error: 'Unauthorized', message: 'jwt expired' }],
  ['a missing bucket', 400, { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' }],
  ['a lock', 400, { statusCode: '423', error: 'ResourceLocked', message: 'The resource is locked' }],
])('a file isn’t missing because of %s', async (_name, status, body) => {
  for (const call of readAndSign(status, body)) await expect(call).rejects.toThrow(body.message)
})

test('nothing is asked of Storage to remove no files: it refuses an empty list', async () => {
  await removeFiles(storageOf(400, { statusCode: '400', message: 'must NOT have fewer than 1 items' }), 'files', [])
})

test.each([
  ['a time-out of its database', 400, { statusCode: '544', error: 'DatabaseTimeout', message: 'Timed out' }, true],
  ['a database that only reads', 400, { statusCode: '503', error: 'DatabaseReadOnly', message: 'Read-only' }, true],
  ['no free connection', 429, { statusCode: '429', error: 'too_many_connections', message: 'Too many' }, true],
  ['a missing file', 400, { statusCode: '404', error: 'not_found', message: 'Object not found' }, false],
  ['what isn’t JSON', 400, '<html>', false],
])('of Storage’s errors, %s is an outage or not by the status in the body', async (_name, status, body, isOutage) => {
  const server = createServer((_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const request = newTrace('1')
  const read = () => new BackendFetch(2).fetch(`http://127.0.0.1:${port}/storage/v1/object/files/a.webp`)
  const response = await requestStorage.run(request, read)
  expect([response.status, await response.text(), request.hadOutage]).toEqual([
    status,
    typeof body === 'string' ? body : JSON.stringify(body),
    isOutage,
  ])
  server.close()
})
