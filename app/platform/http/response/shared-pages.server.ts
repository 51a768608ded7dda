import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { pageResponse } from '../../cache/cached-page.server'
import { visitOf, type Middleware, type Parts } from '../pipeline-parts.server'
import { fillPage } from './respond.server'

/** Responds with a file of the client build. */
export function staticFiles({ files }: Parts): Middleware {
  return async (c, next) => {
    const { incoming, outgoing } = c.env
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (isRead && incoming && outgoing && files?.serve(c.req.path, incoming, outgoing)) return RESPONSE_ALREADY_SENT
    return next()
  }
}

/** Responds to an anonymous visitor with the cached page, which is rendered first if need be. */
export function cachedPage({ pages }: Parts): Middleware {
  return async (c, next) => {
    const { incoming } = c.env
    const key = incoming && pages.keyOf(c.req.method, incoming.url ?? '/', incoming.headers)
    const page = key ? await pages.load(key) : null
    return page ? pageResponse(page, c.req.method, c.req.header()) : next()
  }
}

/** Responds to a known visitor with the cached page, its places filled in. */
export function filledPage(parts: Parts): Middleware {
  return async (c, next) => {
    const cookie = c.req.header('cookie')
    // A flash message makes the whole page personal.
    const { incoming } = c.env
    if (!incoming || !cookie || parts.shop.cookies.isForNextPage(cookie)) return next()
    const page = await parts.pages.shared(c.req.method, incoming.url ?? '/', incoming.headers)
    return page ? fillPage(parts, page, visitOf(c)) : next()
  }
}
