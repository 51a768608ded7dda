import { join } from 'node:path'
import { CatalogueCache } from './cache/catalogue-cache.server'
import { Cookies } from './cookies.server'
import type { Settings } from './env.server'
import { createFlashes, type Flashes } from './http/flash.server'
import { FormTokens } from './http/post/same-origin.server'
import { Pictures } from './images.server'
import type { Log } from './log.server'
import { Limits } from './rate-limits.server'
import { openBackends, type Backends } from './supabase/clients.server'
import { LiveInserts, type LiveTable } from './supabase/live-inserts.server'
import { Sessions } from './supabase/session-store.server'

/** Services of rooms that live as long as the process. Rooms add theirs by declaration merging; the entry provides them. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged into
export interface RoomServices {}

/** Everything that lives as long as the process. */
export interface Shop {
  settings: Settings
  log: Log
  backends: Backends
  cookies: Cookies
  sessions: Sessions
  flashes: Flashes
  formTokens: FormTokens
  catalogue: CatalogueCache
  limits: Limits
  /** Notifies pages about new rows. */
  liveInserts: LiveInserts
  services: RoomServices
  pictures: Pictures
  /** Aborted on shutdown, to end responses without an end, such as event streams. */
  stopping: AbortSignal
  /** Work that goes on after its response (`inBackground`). */
  background: Set<Promise<unknown>>
}

/** Opens everything that lives as long as the process. */
export function openShop(
  settings: Settings,
  log: Log,
  services: RoomServices,
  liveTable: LiveTable,
  stopping: AbortSignal,
): Shop {
  const backends = openBackends(settings)
  const cookies = new Cookies(settings)
  return {
    settings,
    log,
    backends,
    cookies,
    sessions: new Sessions(cookies, backends, log),
    flashes: createFlashes(cookies),
    formTokens: new FormTokens(cookies, settings),
    catalogue: new CatalogueCache(log),
    limits: new Limits(settings.REDIS_URL, log),
    liveInserts: new LiveInserts(backends.service, liveTable, log),
    services,
    pictures: new Pictures(join(settings.SHOP_CACHE, 'pictures'), settings.PICTURE_CACHE_MB * 2 ** 20, log),
    stopping,
    background: new Set(),
  }
}
