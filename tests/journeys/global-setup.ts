import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startShop, warmUp } from '../support/running-shop.ts'

const PICTURES = 'public/pictures'

/** Returns a short hash of everything that the shop's resized pictures depend on. */
function picturesFingerprint(): string {
  const hash = createHash('sha256')
  const pictures = readdirSync(PICTURES).sort()
  for (const file of ['app/platform/images.server.ts', 'node_modules/sharp/package.json'])
    hash.update(readFileSync(file))
  for (const picture of pictures) hash.update(picture).update(readFileSync(join(PICTURES, picture)))
  return hash.digest('hex').slice(0, 16)
}

/** Creates a folder for the shops' caches whose resized pictures stay for the next run. Returns its path. */
function cacheFolder(): string {
  const pictures = resolve('.cache', `pictures-${picturesFingerprint()}`)
  mkdirSync(pictures, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'journeys-'))
  symlinkSync(pictures, join(folder, 'pictures'))
  return folder
}

/**
 * Starts one shop for each worker, so that parallel journeys are isolated. They share the folder of resized pictures, which take long
 * to make, with the runs after this one.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const SHOP_CACHE = cacheFolder()
  const settings = {
    SHOP_CACHE,
    // Room for the shop's own pictures; those that journeys upload fall out in time.
    PICTURE_CACHE_MB: '64',
    CATALOGUE_SECONDS: '1',
    // Nobody reads a line for each request.
    LOG_LEVEL: 'warn',
  }
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
    rmSync(SHOP_CACHE, { recursive: true, force: true })
  }
}
