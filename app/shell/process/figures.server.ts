import { z } from 'zod'
import type { Shop } from '~/platform/shop.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

const figuresSchema = z.record(z.string(), z.number())

/** Returns the figures of the shop's business by their names, which supabase/schemas/figures.sql and docs/operations.md list. Throws without a backend. */
export async function readFigures(shop: Pick<Shop, 'backends'>): Promise<Record<string, number>> {
  const { data, error } = await serviceClient(shop, 'count for the metrics').rpc('shop_figures')
  if (error) throw new Error(`No figures: ${error.message}`, { cause: error })
  return figuresSchema.parse(data)
}
