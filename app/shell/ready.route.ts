import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCategories } from '~/catalog/catalog.server'

/** Whether this process may be sent visitors. A dead backend with answers in the cache is degraded, but ready. */
export async function loader({ context }: LoaderFunctionArgs) {
  const headers = { 'Cache-Control': 'no-store' }
  const stale = context.catalogue.stats.stale
  try {
    await listCategories(context)
    const state = context.catalogue.stats.stale > stale ? 'degraded' : 'ready'
    return Response.json({ state }, { headers })
  } catch {
    return Response.json({ state: 'unready' }, { status: 503, headers })
  }
}
