import { expect, test, vi } from 'vitest'
import { attempt, attemptMain } from '../../app/platform/attempt.server.ts'

const open = () => ({ log: { error: vi.fn() } as never, requestId: 'request-1', markIncomplete: vi.fn() })

test('returns the result of the work and logs nothing', async () => {
  const context = open()
  expect(await attempt(context, 'not read', async () => 7)).toBe(7)
  expect(context.markIncomplete).not.toHaveBeenCalled()
})

test('returns null for a failure, logs it once and marks the page incomplete', async () => {
  const context = open()
  const thrown = () => {
    throw new TypeError('not today')
  }
  expect(await attempt(context, 'not read', thrown)).toBeNull()
  expect((context.log as { error: ReturnType<typeof vi.fn> }).error.mock.calls).toEqual([
    [expect.objectContaining({ event: 'not read', requestId: 'request-1', error: 'TypeError', message: 'not today' })],
  ])
  expect(context.markIncomplete).toHaveBeenCalledWith('not read', false)
})

test('marks what fails as the main part of the page', async () => {
  const context = open()
  expect(await attemptMain(context, 'not read', () => Promise.reject(new Error('not today')))).toBeNull()
  expect(context.markIncomplete).toHaveBeenCalledWith('not read', true)
})
