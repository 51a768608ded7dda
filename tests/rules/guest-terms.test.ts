import { expect, test } from 'vitest'
import { readGuestTerms } from '../../app/cart/guests.server.ts'

/** Reads the terms from what the database returns. */
async function read(returned: { data: unknown; error: { message: string } | null }, GUEST_CHECKOUT: 'off' | 'on') {
  const logged: unknown[] = []
  const context = {
    backends: { anonymous: { rpc: async () => returned } },
    catalogue: { get: (_key: string, load: () => Promise<object>) => load() },
    settings: { GUEST_CHECKOUT },
    log: { error: ({ event }: { event: string }) => void logged.push(event) },
    requestId: '',
    markIncomplete: () => {},
  }
  return { ...(await readGuestTerms(context as unknown as Parameters<typeof readGuestTerms>[0])), logged }
}

const stored = (may_order: boolean | null, is_email_optional = false) => ({
  data: { may_order, is_email_optional },
  error: null,
})

test('GUEST_CHECKOUT counts until an operator has said whether guests may order (RT-23)', async () => {
  const mayOrder = async (said: boolean | null, setting: 'off' | 'on') => (await read(stored(said), setting)).mayOrder
  expect([await mayOrder(null, 'on'), await mayOrder(null, 'off')]).toEqual([true, false])
  expect([await mayOrder(false, 'on'), await mayOrder(true, 'off')]).toEqual([false, true])
  expect(await read(stored(true, true), 'off')).toMatchObject({ isEmailOptional: true, logged: [] })
})

test('terms that can’t be read are logged, and then GUEST_CHECKOUT counts', async () => {
  for (const returned of [
    { data: null, error: { message: 'gone' } },
    { data: {}, error: null },
  ])
    expect(await read(returned, 'on')).toEqual({
      mayOrder: true,
      isEmailOptional: false,
      logged: ['guest terms not read'],
    })
})
