import type { Product, Variant } from './product.schema'

/** What is chosen on a product's page. */
export interface Choice {
  color: string | null
  size: string | null
  quantity: number
}

/**
 * The address's colour and size, else the first colour and the first size in stock, else the first size (document 1,
 * section 4; A51).
 */
export function firstChoice(product: Product, parameters: URLSearchParams): Choice {
  const color = product.colors.find(({ name }) => name === parameters.get('color')) ?? product.colors[0]
  const wanted = product.variants.find(({ label }) => label === parameters.get('size'))
  const size = wanted ?? product.variants.find(({ stock }) => stock !== 0) ?? product.variants[0]
  const quantity =
    Math.trunc(Number(parameters.get('quantity') ?? 1) || 1) + Math.sign(Number(parameters.get('step') ?? 0) || 0)
  return { color: color?.name ?? null, size: size?.label ?? null, quantity: Math.min(Math.max(1, quantity), 9999) }
}

/** The product's pictures in a colour; all without a colour of their own when that colour has none. */
export function galleryOf(product: Product, color: string | null): { url: string; alt: string }[] {
  const colorId = product.colors.find(({ name }) => name === color)?.id
  const own = product.media.filter((media) => media.color_id === colorId)
  const chosen = own.length > 0 ? own : product.media
  return chosen.slice(0, 3).map(({ url, alt }) => ({ url, alt: alt ?? product.name }))
}

/** What is said of a size's stock: nothing when it isn't counted or there is plenty (decision 19). */
export function stockNote({ stock }: Pick<Variant, 'stock'>): string | null {
  if (stock === null || stock > 3) return null
  return stock === 0 ? 'Sold out' : `Only ${stock} left`
}
