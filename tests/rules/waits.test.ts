import { expect, test } from 'vitest'
import { limitMessage } from '../../app/platform/rate-limits.server.ts'
import { formatWait } from '../../app/platform/time.ts'

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [59 * 60, '59 minutes'],
  [59 * 60 + 1, '1 hour'],
  [3661, '1 hour and 2 minutes'],
  [1436 * 60, '23 hours and 56 minutes'],
  [86_400, '24 hours'],
])('formats a wait of %i seconds as %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
  expect(limitMessage(seconds)).toBe(`Too many tries. Please wait ${words}.`)
})
