import { expect, test } from 'vitest'
import { readSettings } from '../../app/platform/env.server.ts'
import { openBackends } from '../../app/platform/supabase/clients.server.ts'

test('Realtime has a heartbeat of 30 s, a time-out of 10 s and a backoff of 1, 2, 5, then 10 s (DB-124, DB-125)', () => {
  const { realtime } = openBackends(
    readSettings({
      PUBLIC_URL: 'http://127.0.0.1:1',
      SUPABASE_URL: 'http://127.0.0.1:2',
      SUPABASE_PUBLISHABLE_KEY: 'publishable',
      SUPABASE_SECRET_KEY: 'secret',
      SESSION_SECRET: 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E',
    }),
  ).anonymous
  expect([realtime.heartbeatIntervalMs, realtime.timeout]).toEqual([30_000, 10_000])
  expect([1, 2, 3, 4, 9].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([1000, 2000, 5000, 10_000, 10_000])
})
