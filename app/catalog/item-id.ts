import { createHash } from 'node:crypto'

/**
 * Returns the ID of a product in a colour and a size, by which other companies know it: the same in the product feed and in structured data.
 * A digest, since the three together are longer than an ID may be; it is short because a page has many.
 */
export function itemId(product: string, color: string | undefined, size: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([product, color, size]))
    .digest('hex')
    .slice(0, 16)
}
