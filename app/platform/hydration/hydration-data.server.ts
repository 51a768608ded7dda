import type { EntryContext } from '@remix-run/node'
import { z } from 'zod'
import { HYDRATION_LOADER } from './hydration-loader'
import { embedJson } from './embed-json'

/** How a route wants React: `idle` after load, `touch` when an enhanced area is touched, `never`. */
export const Handle = z.object({ react: z.enum(['idle', 'touch', 'never']).optional() })

const DevManifest = z.object({ hmr: z.object({ runtime: z.string() }).optional() })

/**
 * Everything the client needs to hydrate, as one JSON block and one constant script, in place of Remix's `<Scripts>`.
 * Takes `serverHandoffStream` out of the context, so that Remix doesn't send it as scripts of its own.
 */
export async function hydrationData(context: EntryContext): Promise<string> {
  const stream = context.serverHandoffStream
  context.serverHandoffStream = undefined
  const matches = context.staticHandlerContext.matches
  const wishes = matches.map(({ route }) => Handle.safeParse(context.routeModules[route.id]?.handle).data?.react)
  const wish = wishes.findLast((value) => value !== undefined) ?? 'touch'
  if (wish === 'never') {
    await stream?.cancel()
    return ''
  }
  const routes = matches.map(({ route }) => context.manifest.routes[route.id]).filter((route) => route !== undefined)
  const { entry, url } = context.manifest
  const page = {
    context: JSON.parse(context.serverHandoffString ?? '{}'),
    stream: stream ? await new Response(stream).text() : '',
    manifest: url,
    entry: entry.module,
    modules: Object.fromEntries(routes.map((route) => [route.id, route.module])),
    preload: [
      ...new Set([
        entry.module,
        ...entry.imports,
        ...routes.flatMap(({ module, imports }) => [module, ...(imports ?? [])]),
      ]),
    ],
    hmr: DevManifest.safeParse(context.manifest).data?.hmr?.runtime,
    eager: wish === 'idle',
  }
  return `<script type="application/json" id="page-data">${embedJson(page)}</script><script>${HYDRATION_LOADER}</script>`
}
