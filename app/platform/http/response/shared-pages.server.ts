import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { pageResponse } from '../../cache/cached-page.server'
import type { PageCache } from '../../cache/page-cache.server'
import type { Shop } from '../../shop.server'
import { visitOf, type Step } from '../step.server'
import { fillPage, type PlacesOf } from './respond.server'
import type { StaticFiles } from './static-files.server'

/** Responds with a file of the client build. */
export function staticFiles(files: StaticFiles | undefined): Step {
  return async (c, next) => {
    const { incoming, outgoing } = c.env
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (isRead && incoming && outgoing && files?.serve(c.req.path, incoming, outgoing)) return RESPONSE_ALREADY_SENT
    return next()
  }
}

/** Responds with the page that the page cache renders, if it caches the page: to a known visitor with its places filled in. */
export function sharedPage(shop: Shop, pages: PageCache, placesOf: PlacesOf): Step {
  return async (c, next) => {
    const { pageKey, isKnown } = c.env
    if (!pageKey) return next()
    if (!isKnown) {
      const page = await pages.load(pageKey)
      return page ? pageResponse(page, c.req.method, c.req.header()) : next()
    }
    const cookie = c.req.header('cookie')
    // A flash message makes the whole page personal.
    if (!cookie || shop.cookies.isForNextPage(cookie)) return next()
    const page = await pages.cut(pageKey)
    return page ? fillPage(shop, placesOf, page, visitOf(c)) : next()
  }
}
