import type { ServerBuild } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject } from 'react-router'
import { z } from 'zod'
import type { Reach } from './security-headers.server'

/** What a route's `handle` tells the server. */
const Handle = z.object({
  /** Query parameters that the page varies by. A route that lists none (an empty array included) is cached; others aren't. */
  cachedBy: z.array(z.string()).optional(),
  /** Other servers post here: no same-origin check, a small raw body in place of a form. */
  isWebhook: z.boolean().optional(),
  /** Other servers that the page's forms lead to or its pictures come from. */
  reaches: z.array(z.enum(['google', 'payments', 'storage'])).optional(),
})

/** What the server knows of the route behind a path. */
export interface RouteInfo {
  /** `/product/:id`; `*` for a path that no route has. Never what stands in for a parameter. */
  pattern: string
  /** The methods that the route answers, for `Allow`. */
  methods: readonly string[]
  /** The query parameters of a page that is the same for every anonymous visitor; null for other pages. */
  cachedBy: ReadonlySet<string> | null
  isWebhook: boolean
  reaches: readonly Reach[]
}

type Routes = ServerBuild['routes']

/** Looks routes up by path. Only the branch of the first path segment is matched: ranking all routes costs most of a match. */
export class RouteTable {
  #build: ServerBuild
  #branches = new Map<string, RouteObject[]>()
  #segments: ReadonlySet<string>
  #known = new LRUCache<string, RouteInfo>({ max: 2_000 })

  constructor(build: ServerBuild) {
    this.#build = build
    this.#segments = new Set(topLevel(build.routes).map(({ path }) => firstSegment(path ?? '')))
  }

  /** Returns what is known of the route behind a path. */
  find(path: string): RouteInfo {
    const remembered = this.#known.get(path)
    if (remembered) return remembered
    const segment = this.segmentOf(path)
    let tree = this.#branches.get(segment)
    if (!tree) {
      tree = childrenOf(branchOf(this.#build.routes, segment))
      this.#branches.set(segment, tree)
    }
    const info = this.#describe(matchRoutes(tree, path)?.map(({ route }) => route) ?? [])
    this.#known.set(path, info)
    return info
  }

  /** Returns the first segment of a path when routes begin with it, else `*`. A home page's segment is empty. */
  segmentOf(path: string): string {
    const segment = firstSegment(path.slice(1)).replace(/\.data$/, '')
    const asPage = segment === '_root' ? '' : segment
    return this.#segments.has(asPage) ? asPage : '*'
  }

  #describe(matched: RouteObject[]): RouteInfo {
    const leaf = matched.at(-1)
    const module = leaf?.id === undefined ? undefined : this.#build.routes[leaf.id]?.module
    const handle = Handle.safeParse(module?.handle).data
    const canRead = Boolean(module?.default ?? module?.loader)
    return {
      pattern: matched.length > 0 ? `/${matched.flatMap(({ path }) => path || []).join('/')}`.replace('/*', '*') : '*',
      methods: [...(canRead ? ['GET', 'HEAD'] : []), ...(module?.action ? ['POST'] : [])],
      cachedBy: handle?.cachedBy ? new Set(handle.cachedBy) : null,
      isWebhook: handle?.isWebhook ?? false,
      reaches: handle?.reaches ?? [],
    }
  }
}

/** Returns the routes below the root that a path with this first segment can match, with all that hangs below them. */
export function branchOf(routes: Routes, segment: string): Routes {
  const roots = Object.values(routes).filter((route) => route !== undefined && route.parentId === undefined)
  const tops = topLevel(routes).filter(({ path }) => {
    const first = firstSegment(path ?? '')
    return first === segment || first === '*' || first.startsWith(':')
  })
  const kept = new Set([...roots.map((route) => route?.id), ...tops.map(({ id }) => id)])
  // A parent stands before its children nowhere for certain, so look until nothing is added.
  for (let before = -1; before < kept.size;) {
    before = kept.size
    for (const route of Object.values(routes)) {
      if (route?.parentId !== undefined && kept.has(route.parentId) && !isTop(routes, route.id)) kept.add(route.id)
    }
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
}

function isTop(routes: Routes, id: string): boolean {
  const parent = routes[id]?.parentId
  return parent !== undefined && routes[parent]?.parentId === undefined
}

function topLevel(routes: Routes) {
  return Object.values(routes).filter((route) => route !== undefined && isTop(routes, route.id)) as {
    id: string
    path?: string
  }[]
}

function firstSegment(path: string): string {
  return path.split('/', 1)[0] ?? ''
}

function childrenOf(routes: Routes, parent?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) => (index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) }))
}
