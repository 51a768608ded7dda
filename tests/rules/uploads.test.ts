import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readFile, signFile } from '../../app/platform/supabase/uploads.server.ts'

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
  ['a lock', 400, { statusCode: '423', error: 'ResourceLocked', message: 'The resource is locked' }],
])('a file isn’t missing because of %s', async (_name, status, body) => {
  for (const call of readAndSign(status, body)) await expect(call).rejects.toThrow(body.message)
})
