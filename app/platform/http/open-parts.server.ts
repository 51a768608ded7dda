import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { PageCache } from '../cache/page-cache.server'
import type { Settings } from '../env.server'
import { Metrics } from './metrics.server'
import type { Shop } from '../shop.server'
import type { Parts } from './pipeline-parts.server'
import { MAX_MULTIPART_BYTES } from './post/read-body.server'
import { RemixApp } from './remix.server'
import { RequestLog } from './request-log.server'
import { fileHeaders, type FormTargets } from './response/security-headers.server'
import { StaticFiles } from './response/static-files.server'
import { Slots } from './slots.server'

/** What the parts are opened from, besides the shop. */
export interface PartOptions {
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The folder of the client build; undefined in development. */
  clientFolder?: string
  formTargets: (settings: Settings) => FormTargets
  /** The constant texts of the inline scripts of cached pages. */
  inlineScripts: readonly string[]
  checkBackend: Parts['checkBackend']
  isHidden: Parts['isHidden']
  placesOf: Parts['placesOf']
}

/** Slots for requests for pictures. Resizing has a separate limit (images.server.ts). */
const PICTURE_SLOTS = { atOnce: 64, perAddress: 32 }

/** Concurrent uploads: bodies with files may take 64 MB of memory. */
const MAX_UPLOADS = Math.floor((64 * 1024 * 1024) / MAX_MULTIPART_BYTES)

/** Opens the parts of the pipeline. `render` renders a page for the page cache. */
export function openParts(
  options: PartOptions,
  shop: Shop,
  render: (path: string, isLite: boolean) => Promise<Response>,
  isShuttingDown: () => boolean,
): Parts {
  const { settings, log } = shop
  const { clientFolder, inlineScripts, checkBackend, isHidden, placesOf } = options
  const remix = new RemixApp(options.build)
  const routes = () => remix.routes
  const isOurs = (cookieHeader: string) => shop.cookies.isOurs(cookieHeader)
  const pages = new PageCache(render, routes, isOurs, settings.PAGE_CACHE_MB * 2 ** 20)
  const metrics = new Metrics(shop, pages)
  const scripts = join(settings.SHOP_CACHE, 'scripts')
  return {
    shop,
    remix,
    pages,
    files: clientFolder ? new StaticFiles(clientFolder, scripts, fileHeaders(settings), log) : undefined,
    requests: new RequestLog(log, metrics, routes),
    metrics,
    renderSlots: new Slots(settings.MAX_RENDERS, settings.MAX_RENDERS_PER_ADDRESS),
    pictureSlots: new Slots(PICTURE_SLOTS.atOnce, PICTURE_SLOTS.perAddress),
    uploadSlots: new Slots(MAX_UPLOADS, Math.ceil(MAX_UPLOADS / 2)),
    formTargets: options.formTargets(settings),
    inlineScripts,
    checkBackend,
    isHidden,
    placesOf,
    isShuttingDown,
  }
}
