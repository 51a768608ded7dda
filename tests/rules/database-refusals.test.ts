import { createServer } from 'node:http'
import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { BackendFetch, newTrace, requestStorage } from '../../app/platform/supabase/backend-fetch.server.ts'
import { databaseRefusal, hasNoResponse } from '../../app/platform/supabase/refusals.server.ts'
import { describeError } from '../../app/platform/log.server.ts'

const error = (code: string, message: string) => ({ code, message })

test.each([
  ['PT409', 'cart_full'],
  ['PT404', 'no_such_order'],
  ['PT500', 'order_items_failed'],
])('returns the token of an error with the code %s', (code, token) => {
  expect(databaseRefusal(error(code, token))).toBe(token)
})

test.each([
  ['a constraint', '23505', 'duplicate key value violates unique constraint "cart_full"'],
  ['an exception without a code of ours', 'P0001', 'cart_full'],
  ['PostgREST itself', 'PGRST116', 'cart_full'],
  ['a code that only begins like ours', 'PT4090', 'cart_full'],
  ['no response', '', 'BackendUnreachable: /rest/v1/rpc/change_cart did not respond'],
])('returns null for an error by %s', (_, code, message) => {
  expect(databaseRefusal(error(code, message))).toBeNull()
})

test('returns null for a body that isn’t a database error', () => {
  expect(databaseRefusal({ message: 'not today' })).toBeNull()
  expect(databaseRefusal({ code: 'PT409', message: 'Not a token, but a sentence.' })).toBeNull()
})

test('logs the code and message of an error’s cause, never its details', () => {
  const cause = {
    code: '23514',
    message: 'violates check constraint',
    details: 'Failing row contains (Ayesha, 7 Canal Road)',
  }
  const described = describeError(new Error('Address not added', { cause }))
  expect(described).toMatchObject({
    message: 'Address not added',
    cause: { code: '23514', message: 'violates check constraint' },
  })
  expect(JSON.stringify(described)).not.toContain('Canal Road')
})

test('logs the cause of a cause', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const described = describeError(
    new Error('did not answer', { cause: new TypeError('fetch failed', { cause: refused }) }),
  )
  expect(described).toMatchObject({ cause: { error: 'TypeError', cause: { code: 'ECONNREFUSED' } } })
})

test('distinguishes a request without a response from a refused one (FT-30)', async () => {
  const server = createServer((_, response) =>
    response.writeHead(403).end('{"code":"42501","message":"permission denied"}'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const client = createClient(`http://127.0.0.1:${port}`, 'key', {
    db: { retry: false },
    global: { fetch: new BackendFetch(2).fetch },
  })
  const refused = await client.from('newsletter_subscriptions').insert({})
  expect([refused.error?.code, hasNoResponse(refused)]).toEqual(['42501', false])
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  expect(hasNoResponse(await client.from('newsletter_subscriptions').insert({}))).toBe(true)
})

// PostgREST's errors without an SQLSTATE (docs.postgrest.org, "Errors"), and those of the gateway before it.
test.each([
  [504, 'PGRST003', 'Timed out acquiring connection from connection pool.', true],
  [503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', true],
  [500, '57014', 'canceling statement due to statement timeout', true],
  [429, undefined, 'Too many requests', true],
  [404, 'PGRST202', 'Could not find the function public.new in the schema cache', false],
  [401, 'PGRST303', 'JWT expired', false],
])('PostgREST’s %i %s is no refusal, and an outage: %s', async (status, code, message, isOutage) => {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify({ code, message })))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const client = createClient(`http://127.0.0.1:${port}`, 'key', {
    db: { retry: false },
    global: { fetch: new BackendFetch(2).fetch },
  })
  const request = newTrace('1')
  const { error } = await requestStorage.run(request, async () => client.rpc('get_products'))
  expect([error?.message, error && databaseRefusal(error), request.hadOutage]).toEqual([message, null, isOutage])
  server.close()
})
