import type { CDPSession } from '@playwright/test'

/** A connection: its latency and its speed in both directions. */
export interface Line {
  latencyMs: number
  kilobitsPerSecond: number
}

/** The connection for which the shop has its aims (`npm run measure -- strip`, `npm run measure -- phone`). */
export const SLOW_LINE: Line = { latencyMs: 400, kilobitsPerSecond: 400 }

/** How many times slower than a fast desktop a cheap phone is. Lighthouse's mid-range phone is 4 times slower. */
export const CHEAP_PHONE = 8

/** Gives a page a connection, and a processor that is `slowdown` times slower than this machine's. */
export async function slowDown(
  devtools: CDPSession,
  { latencyMs, kilobitsPerSecond }: Line,
  slowdown: number,
): Promise<void> {
  const bytesPerSecond = (kilobitsPerSecond * 1000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
