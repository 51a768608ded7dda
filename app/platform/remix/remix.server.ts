import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { createRequestHandler } from '@remix-run/server-runtime'
import { cleanText } from '../text'
import { branchOf, isValidPath, RouteTable, UNKNOWN_PATH, UNKNOWN_SEGMENT } from './route-table.server'

type Handle = (request: Request, context: AppLoadContext) => Promise<Response>

/**
 * Remix's request handler and its route table. Each first path segment has a separate handler with only the routes below it, since
 * Remix flattens and ranks all routes of a handler about four times for each request.
 */
export class RemixApp {
  #load: () => Promise<ServerBuild>
  #build: ServerBuild | undefined
  #handlers = new Map<string, Handle>()

  /** The routes of the last loaded build. */
  routes: RouteTable | undefined

  /** `build` is a function in development, where it changes. */
  constructor(build: ServerBuild | (() => Promise<ServerBuild>)) {
    this.#load = typeof build === 'function' ? build : async () => build
    if (typeof build !== 'function') this.#use(build)
  }

  /** Returns the routes of the current build, which changes in development. */
  async current(): Promise<RouteTable> {
    const build = await this.#load()
    return this.routes && build === this.#build ? this.routes : this.#use(build)
  }

  /** Responds to a request with a page, a redirect or data; to a hidden one like to an unknown path. */
  async handle(request: Request, context: AppLoadContext, isHidden: boolean): Promise<Response> {
    const routes = await this.current()
    const segment = isHidden ? UNKNOWN_SEGMENT : routes.segmentOf(new URL(request.url).pathname)
    const handler = this.#handlers.get(segment) ?? this.#open(segment)
    return handler(request, context)
  }

  #use(build: ServerBuild): RouteTable {
    this.#build = build
    this.#handlers.clear()
    this.routes = new RouteTable(build)
    return this.routes
  }

  #open(segment: string): Handle {
    const build = this.#build
    if (!build) throw new Error('There is no build yet.')
    const routes = branchOf(build.routes, segment)
    // The renderer needs a module for each route in the client manifest.
    const manifest = Object.fromEntries(Object.entries(build.assets.routes).filter(([id]) => id in routes))
    const handler = createRequestHandler(
      { ...build, routes, assets: { ...build.assets, routes: manifest } },
      build.mode,
    )
    this.#handlers.set(segment, handler)
    return handler
  }
}

/** Cleans what was typed into an address. What is ASCII alone is clean. */
function cleanQuery(url: URL): URL {
  if (!url.search.includes('%')) return url
  const values = [...url.searchParams].map(([name, value]) => [name, cleanText(value)] as [string, string])
  const isClean = [...url.searchParams.values()].every((value, place) => value === values[place]?.[1])
  if (!isClean) url.search = String(new URLSearchParams(values))
  return url
}

/** Returns the request with PUBLIC_URL as its origin: Remix compares Host and X-Forwarded-Host with Origin, and proxies change them. */
export function toRemixRequest(request: Request, raw: Buffer | undefined, publicUrl: string): Request {
  const { pathname, searchParams, search } = cleanQuery(new URL(request.url))
  // Remix treats `_data` as a request for one route's data, which the shop doesn't use, and fails for unknown routes.
  const isDataRequest = searchParams.has('_data')
  searchParams.delete('_data')
  const headers = new Headers(request.headers)
  headers.set('host', new URL(publicUrl).host)
  for (const name of ['x-forwarded-host', 'content-length', 'transfer-encoding']) headers.delete(name)
  return new Request(
    publicUrl + (isValidPath(pathname) ? pathname : UNKNOWN_PATH) + (isDataRequest ? `?${searchParams}` : search),
    {
      method: request.method,
      headers,
      ...(raw ? { body: new Uint8Array(raw) } : {}),
    },
  )
}
