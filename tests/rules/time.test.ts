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
