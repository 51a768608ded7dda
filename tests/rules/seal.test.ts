import { afterEach, expect, test, vi } from 'vitest'
import { seal, unseal } from '../../app/platform/encryption/seal.server.ts'
import { MINUTE } from '../../app/platform/time.ts'

const secrets = { SESSION_SECRET: 'x1y2z3'.repeat(8), PREVIOUS_SESSION_SECRET: undefined }
const VALUE = { email: 'owner@example.com', name: 'Ayesha' }
const sealed = () => seal(secrets, 'recovery', 'token', VALUE, 10 * MINUTE)

afterEach(() => {
  vi.useRealTimers()
})

test('opens a value for the purpose and subject that it was sealed for', async () => {
  const text = await sealed()
  expect(await unseal(secrets, 'recovery', 'token', text)).toEqual(VALUE)
  expect(text).not.toContain('owner')
})

test('opens it for no other purpose and no other subject', async () => {
  expect(await unseal(secrets, 'sign-up', 'token', await sealed())).toBeNull()
  expect(await unseal(secrets, 'recovery', 'another token', await sealed())).toBeNull()
})

test('opens it until its lifetime ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  const text = await sealed()
  vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 9, 59))
  expect(await unseal(secrets, 'recovery', 'token', text)).toEqual(VALUE)
  vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 10, 1))
  expect(await unseal(secrets, 'recovery', 'token', text)).toBeNull()
})

test('opens it with the previous secret, and with no other', async () => {
  const renewed = { SESSION_SECRET: 'a7b8c9'.repeat(8), PREVIOUS_SESSION_SECRET: secrets.SESSION_SECRET }
  expect(await unseal(renewed, 'recovery', 'token', await sealed())).toEqual(VALUE)
  const forgotten = { ...renewed, PREVIOUS_SESSION_SECRET: undefined }
  expect(await unseal(forgotten, 'recovery', 'token', await sealed())).toBeNull()
})

test.each(['', 'nonsense', 'a.b.c.d.e'])('returns null for %j', async (text) => {
  expect(await unseal(secrets, 'recovery', 'token', text)).toBeNull()
})

test('returns null for a value that was changed', async () => {
  const text = await sealed()
  const changed = text.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))
  expect(await unseal(secrets, 'recovery', 'token', changed)).toBeNull()
})

test('throws what isn’t about the value', async () => {
  await expect(unseal({ ...secrets, SESSION_SECRET: 1 as never }, 'recovery', 'token', await sealed())).rejects.toThrow(
    TypeError,
  )
})
