import { listCategories } from '~/catalog/catalog.server'
import type { Shop } from '~/platform/context.server'

/** Asks the backend for the categories: `degraded` when they come from the cache because it doesn't respond. */
export async function checkBackend(shop: Shop): Promise<'ready' | 'degraded' | 'unready'> {
  try {
    await listCategories(shop)
    return shop.catalogue.isFailing('categories') ? 'degraded' : 'ready'
  } catch {
    // The call is logged where it fails.
    return 'unready'
  }
}
