import { expect, test } from 'vitest'
import { toastDuration, withToast } from '../../app/shell/toasts.area.tsx'

test('toasts last 4 s, successes 2 s, and loading is unlimited (XX-12, XX-13, XX-14)', () => {
  expect(['info', 'warning', 'error', 'success', 'loading'].map((type) => toastDuration(type))).toEqual([
    4000,
    4000,
    4000,
    2000,
    null,
  ])
})

test('shows at most 20 toasts (XX-15)', () => {
  const toasts = Array.from({ length: 30 }, (_, place) => place).reduce<number[]>(withToast, [])
  expect(toasts).toEqual(Array.from({ length: 20 }, (_, place) => place + 10))
})
