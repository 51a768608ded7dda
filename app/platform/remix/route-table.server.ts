import type { ServerBuild } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'
import { z } from 'zod'

const REACHES = ['google', 'payments', 'storage'] as const
/** Other servers that a page may use. A route's `handle` lists those of its page. */
export type Reach = (typeof REACHES)[number]

/** The fields of a route's `handle` that the server reads. */
const handleSchema = z.object({
  /** Query parameters that the page varies by. Pages of routes with this field are cached, also if it is an empty array. */
  cachedBy: z.array(z.string()).optional(),
  uncachedBy: z.array(z.string()).optional(),
  /** Other servers post here: there is no same-origin check, and a raw body in place of a form. */
  isWebhook: z.boolean().optional(),
  opensByGet: z.boolean().optional(),
  /** It serves pictures: it has the headers of files, and slots of its own. */
  isPicture: z.boolean().optional(),
  /** The page has neither the shop's header and footer nor, by itself, its scripts. */
  hasOwnLayout: z.boolean().optional(),
  /** What the page says of a form that is larger than forms may be, and so can't be read. */
  tooLarge: z.string().optional(),
  /** The other servers that the page uses: targets of its forms, and sources of its pictures. */
  reaches: z.array(z.enum(REACHES)).optional(),
  /** Reads the contents of the places that the page has beside the shell's (ui/page-handle.ts). */
  readPlaces: z.custom<ReadPlaces>((value) => typeof value === 'function').optional(),
})

/** Takes the parts of the request's context that the page names, and returns elements by place. */
type ReadPlaces = (context: never, request: Request, names: ReadonlySet<string>) => Promise<Record<string, unknown>>

/** The server's view of a route. */
export interface RouteInfo {
  /** The path with names for its parameters; `*` for unknown paths. */
  pattern: string
  params: Readonly<Record<string, string | undefined>>
  methods: readonly string[]
  /** The query parameters of a page that is the same for every anonymous visitor; null for other pages. */
  cachedBy: ReadonlySet<string> | null
  /** The query parameters with which such a page is rendered for each request. */
  uncachedBy: ReadonlySet<string>
  isWebhook: boolean
  /** Whether a post gets the page by GET. */
  opensByGet: boolean
  isPicture: boolean
  /** Whether the page has neither the shop's header and footer nor, by itself, its scripts. */
  hasOwnLayout: boolean
  /** The message for forms that are too large; null for a plain error page. */
  tooLarge: string | null
  reaches: readonly Reach[]
  readPlaces: ReadPlaces | null
}

type Routes = ServerBuild['routes']

/** A path that only the route for unknown paths matches. */
export const UNKNOWN_PATH = '/*'
/** Control characters and backslashes: the database refuses NUL, and URL parsers turn a backslash into a slash. */
const INVALID_CHARACTERS = /[\u0000-\u001f\u007f\\]/

export function isValidPath(path: string): boolean {
  try {
    return !INVALID_CHARACTERS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** The segment of the route for unknown paths. */
export const UNKNOWN_SEGMENT = '*'

/** Finds routes by path. Only routes with the path's first segment are matched, since ranking all routes is slow. */
export class RouteTable {
  #build: ServerBuild
  #branches = new Map<string, RouteObject[]>()
  #segments: ReadonlySet<string>
  #known = new LRUCache<string, RouteInfo>({ max: 2_000 })

  constructor(build: ServerBuild) {
    this.#build = build
    this.#segments = new Set(topLevel(build.routes).map(({ path }) => firstSegment(path ?? '')))
  }

  /** Returns the route of a path; of a malformed one, which the router would write into the log as it is, that for unknown paths. */
  find(requested: string): RouteInfo {
    const known = this.#known.get(requested)
    if (known) return known
    const path = isValidPath(requested) ? requested : UNKNOWN_PATH
    const segment = this.segmentOf(path)
    let tree = this.#branches.get(segment)
    if (!tree) {
      tree = childrenOf(branchOf(this.#build.routes, segment))
      this.#branches.set(segment, tree)
    }
    const info = this.#describe(matchRoutes(tree, path) ?? [])
    this.#known.set(path, info)
    return info
  }

  /** Returns the first segment of a path if a route starts with it, or else `*`. The home page's segment is empty. */
  segmentOf(path: string): string {
    const segment = firstSegment(path.slice(1)).replace(/\.data$/, '')
    const asPage = segment === '_root' ? '' : segment
    return this.#segments.has(asPage) ? asPage : UNKNOWN_SEGMENT
  }

  #describe(matched: RouteMatch[]): RouteInfo {
    const leaf = matched.at(-1)
    const module = leaf?.route.id === undefined ? undefined : this.#build.routes[leaf.route.id]?.module
    const handle = handleSchema.safeParse(module?.handle).data
    const canRead = Boolean(module?.default ?? module?.loader)
    const opensByGet = handle?.opensByGet ?? false
    return {
      pattern:
        matched.length > 0 ? `/${matched.flatMap(({ route }) => route.path || []).join('/')}`.replace('/*', '*') : '*',
      params: leaf?.params ?? {},
      methods: [...(canRead ? ['GET', 'HEAD'] : []), ...(module?.action || opensByGet ? ['POST'] : [])],
      cachedBy: handle?.cachedBy ? new Set(handle.cachedBy) : null,
      uncachedBy: new Set(handle?.uncachedBy),
      isWebhook: handle?.isWebhook ?? false,
      opensByGet,
      isPicture: handle?.isPicture ?? false,
      hasOwnLayout: handle?.hasOwnLayout ?? false,
      tooLarge: handle?.tooLarge ?? null,
      reaches: handle?.reaches ?? [],
      readPlaces: handle?.readPlaces ?? null,
    }
  }
}

/** Returns the routes that a path with this first segment can match: the root, its matching children and their descendants. */
export function branchOf(routes: Routes, segment: string): Routes {
  const roots = Object.values(routes).filter((route) => route !== undefined && route.parentId === undefined)
  const tops = topLevel(routes).filter(({ path }) => {
    const first = firstSegment(path ?? '')
    return first === segment || first === '*' || first.startsWith(':')
  })
  const kept = new Set([...roots.map((route) => route?.id), ...tops.map(({ id }) => id)])
  // The order of routes isn't guaranteed, so repeat until nothing is added.
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
