import type { IncomingMessage } from 'node:http'
import type { ReadCatalogueVersion } from '../cache/catalogue-watch.server'
import type { Settings } from '../env.server'
import type { Log } from '../log.server'
import type { RoomServices, Shop } from '../shop.server'
import type { LiveTable } from '../supabase/live-inserts.server'
import type { PlacesOf } from './response/respond.server'
import type { PagePolicy } from './response/security-headers.server'

/** What the server needs of rooms, of which the platform knows none. The entry gives it. */
export interface Rooms {
  services: (settings: Settings, log: Log) => RoomServices
  policy: (settings: Settings) => PagePolicy
  /** The table whose new rows pages are notified of. */
  liveTable: LiveTable
  readCatalogueVersion: ReadCatalogueVersion
  /** Returns figures of the business for the metrics, by name. Throws without a backend. */
  readFigures: (shop: Shop) => Promise<Record<string, number>>
  checkBackend: (shop: Shop) => Promise<'ready' | 'degraded' | 'unready'>
  /** Is told of each response to a browser, with its status. Takes microseconds: most responses are cached pages. */
  countResponse: (shop: Shop, incoming: IncomingMessage, status: number) => void
  /** Whether a request is responded to as if its path were unknown. */
  isHidden: (shop: Shop, request: Request) => Promise<boolean>
  /** Whether the pages of a path are in English alone. */
  isEnglish: (path: string) => boolean
  placesOf: PlacesOf
}
