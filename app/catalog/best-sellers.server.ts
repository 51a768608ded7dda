import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { toCardView, type CardView } from './card-view'
import { listHomeProducts } from './catalog.server'

/** As many as a row of the grid on a desktop. */
const SHOWN = 4

/** Returns what sells best, for a page that has nothing of the shopper's yet; none if it can't be read. */
export async function listBestSellers(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<CardView[]> {
  const top = await attempt(context, 'best sellers not shown', () => listHomeProducts(context, { top: true }))
  return top?.products.slice(0, SHOWN).map((product) => toCardView(product)) ?? []
}
