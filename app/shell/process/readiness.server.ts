import { listCategories } from '~/catalog/catalog.server'
import type { Shop } from '~/platform/shop.server'

/** Checks the backend by reading the categories. Returns `degraded` if they come from the cache because the backend fails. */
export async function checkBackend(shop: Shop): Promise<'ready' | 'degraded' | 'unready'> {
  try {
    await listCategories(shop)
    return shop.catalogue.isFailing('categories') ? 'degraded' : 'ready'
  } catch {
    // The failure is logged elsewhere.
    return 'unready'
  }
}
