import { setTimeout as delay } from 'node:timers/promises'
import type { PageCache } from './page-cache.server'
import { describeError } from '../log.server'
import type { Shop } from '../shop.server'
import { SECOND } from '../time'

/** The longest pause between two calls while the backend fails, in seconds, if CATALOGUE_SECONDS isn't longer. */
const LONGEST_PAUSE = 10

type Watched = Pick<Shop, 'backends' | 'catalogue' | 'log' | 'stopping'>

/** Returns the version of the catalogue, which each change of it replaces. Throws if it can't be read. */
export type ReadCatalogueVersion = (shop: Pick<Shop, 'backends' | 'stopping'>) => Promise<string>

/**
 * Asks the database every CATALOGUE_SECONDS whether the catalogue has changed, and marks the caches as outdated if it has, so that a
 * change shows in every process (decision 128). Ends with the process. Does nothing if the setting is 0.
 */
export function watchCatalogue(
  shop: Watched & Pick<Shop, 'background' | 'settings'>,
  pages: Pick<PageCache, 'markOutdated'>,
  readVersion: ReadCatalogueVersion,
): void {
  const { settings, stopping, background } = shop
  if (settings.CATALOGUE_SECONDS === 0) return
  const check = new CatalogueCheck(shop, pages, readVersion)
  const watch = async () => {
    while (!stopping.aborted) {
      const wait = pauseOf(settings.CATALOGUE_SECONDS, check.failures) * SECOND
      await delay(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined)
      if (!stopping.aborted) await check.run()
    }
  }
  background.add(watch())
}

/** Returns the seconds until the next check. They vary, so that processes which start together don't ask together. */
function pauseOf(seconds: number, failures: number): number {
  const longest = Math.max(seconds, LONGEST_PAUSE)
  return Math.min(seconds * 2 ** failures, longest) * (0.8 + 0.4 * Math.random())
}

/** Compares the catalogue's version with the one that the caches were last marked for. */
export class CatalogueCheck {
  #shop: Watched
  #pages: Pick<PageCache, 'markOutdated'>
  #readVersion: ReadCatalogueVersion
  /** Null until the first check, which marks the caches: what was cached before may be older than its version. */
  #known: string | null = null
  /** How often the check has failed in succession. */
  failures = 0

  constructor(shop: Watched, pages: Pick<PageCache, 'markOutdated'>, readVersion: ReadCatalogueVersion) {
    this.#shop = shop
    this.#pages = pages
    this.#readVersion = readVersion
  }

  /** Checks once. Never throws; the first of several failures is logged. */
  async run(): Promise<void> {
    const { catalogue, log, stopping } = this.#shop
    try {
      const version = await this.#readVersion(this.#shop)
      const hasChanged = version !== this.#known
      if (hasChanged) catalogue.markOutdated()
      // Pages that were rendered from outdated values, during an outage, count as new to the page cache.
      if (catalogue.takeReturnedOutdated() || hasChanged) this.#pages.markOutdated()
      this.#known = version
      this.failures = 0
    } catch (error) {
      if (stopping.aborted) return
      this.failures += 1
      if (this.failures === 1) log.warn({ event: 'catalogue version not read', ...describeError(error) })
    }
  }
}
