import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

// A server and a browser each load the module, in time zones of their own.
test.each(['UTC', 'America/New_York', 'Asia/Karachi', 'Pacific/Auckland'])(
  'dates are dd/mm/yyyy in Asia/Karachi where the clock is in %s (XX-21, XX-22)',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const { dateInPakistan, formatDate, formatDateTime } = await import('../../app/platform/time.ts')
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect([formatDate('2026-01-31T18:59:59Z'), formatDate('2026-01-31T19:00:00Z')]).toEqual([
      '31/01/2026',
      '01/02/2026',
    ])
    expect(formatDateTime('2026-01-31T19:05:00Z')).toBe('01/02/2026, 00:05')
    expect(dateInPakistan(new Date('2026-01-31T19:00:00Z'))).toBe('2026-02-01')
  },
)

const plain = (words: string) => words.replaceAll('\u00a0', ' ')

test('dates and times in Urdu have the month’s name and the part of the day', async () => {
  const { formatDate, formatDateTime, timeWords } = await import('../../app/platform/time.ts')
  const { inLanguage } = await import('../../app/language/current.server.ts')
  inLanguage('ur', () => {
    expect(plain(formatDate('2026-11-28T19:43:00Z'))).toBe('29 نومبر 2026')
    expect(plain(formatDateTime('2026-11-28T19:43:00Z'))).toBe('29 نومبر 2026، رات 12:43')
    expect([4 * 60, 12 * 60 + 30, 19 * 60, 21 * 60].map((minutes) => plain(timeWords(minutes)))).toEqual([
      'صبح 4 بجے',
      'دوپہر 12:30 بجے',
      'شام 7 بجے',
      'رات 9 بجے',
    ])
  })
})

test('a deadline is said by its day, with its date where it is read later', async () => {
  const { formatDeadline } = await import('../../app/platform/time.ts')
  const { inLanguage } = await import('../../app/language/current.server.ts')
  const [deadline, now] = ['2026-11-30T14:12:00Z', (day: string) => Date.parse(`${day}T10:00:00Z`)]
  expect(formatDeadline(deadline, now('2026-11-30'))).toBe('today, 7:12\u00a0PM')
  expect(formatDeadline(deadline, now('2026-11-29'))).toBe('tomorrow, 7\u00a0PM')
  expect(formatDeadline(deadline, now('2026-11-27'))).toBe('Monday, 7\u00a0PM')
  expect(formatDeadline(deadline, now('2026-11-23'))).toBe('30/11/2026, 7\u00a0PM')
  expect(formatDeadline(deadline)).toBe('Mon\u00a030\u00a0Nov, 7:12\u00a0PM')
  expect(plain(inLanguage('ur', () => formatDeadline(deadline, now('2026-11-29'))))).toBe('کل شام 7 بجے')
  expect(plain(inLanguage('ur', () => formatDeadline(deadline, now('2026-11-27'))))).toBe('پیر، شام 7 بجے')
})
