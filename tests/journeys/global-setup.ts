import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startShop, warmUp } from '../support/running-shop.ts'
import provideSandboxPostgres from '../support/sandbox-postgres.ts'

/**
 * Starts one shop for each worker, so that parallel journeys are isolated. They share the folder of resized pictures, which take long
 * to make.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const settings = {
    SHOP_CACHE: mkdtempSync(join(tmpdir(), 'journeys-')),
    CATALOGUE_SECONDS: '1',
    // Nobody reads a line for each request.
    LOG_LEVEL: 'warn',
  }
  const stopPostgres = provideSandboxPostgres()
  const shops = await Promise.all(Array.from({ length: workers }, () => startShop(settings)))
  await Promise.all(shops.map((shop) => warmUp(shop)))
  process.env.SHOPS = JSON.stringify(
    shops.map(({ url, sandbox }) => ({
      url,
      mailbox: sandbox.settings.MAILBOX_URL,
      backend: sandbox.settings.SUPABASE_URL,
      backendKey: sandbox.settings.SUPABASE_SECRET_KEY,
      settings: sandbox.settings,
    })),
  )
  return async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
    stopPostgres()
    rmSync(settings.SHOP_CACHE, { recursive: true, force: true })
  }
}
