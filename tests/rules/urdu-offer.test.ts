import { expect, test } from 'vitest'
import { hasUrdu } from '../../app/catalog/names.server.ts'

/** Whether a shop whose database returns this has Urdu to offer. */
const offers = (response: object) =>
  hasUrdu({
    backends: { anonymous: { rpc: async () => response } },
    catalogue: { get: (_: string, load: () => unknown) => load() },
    log: { error: () => undefined },
    requestId: 'request-1',
    markIncomplete: () => undefined,
  } as never)

test('Urdu is offered by a shop that says something in Urdu, and not by one whose rows have none or can’t be read', async () => {
  expect(await offers({ data: { color: { Black: 'سیاہ' } } })).toBe(true)
  expect(await offers({ data: {} })).toBe(false)
  expect(await offers({ error: { message: 'down' } })).toBe(false)
})
