import { isChosenByShopper } from '~/sizes/kinds'
import type { Product, Variant } from './product.schema'

/** What is chosen on a product's page. */
export interface Choice {
  color: string | null
  size: string | null
  quantity: number
}

/**
 * The address's colour and size, else the first colour and the first size in stock, else the first size (document 1,
 * section 4; A51). Of a bra no size but the address's: a guess that nobody notices is one that comes back (decision 70).
 */
export function firstChoice(product: Product, parameters: URLSearchParams): Choice {
  const color = product.colors.find(({ name }) => name === parameters.get('color')) ?? product.colors[0]
  const wanted = product.variants.find(({ label }) => label === parameters.get('size'))
  const guess = product.variants.find(({ stock }) => stock !== 0) ?? product.variants[0]
  const size = wanted ?? (isChosenByShopper(product) ? undefined : guess)
  const quantity =
    Math.trunc(Number(parameters.get('quantity') ?? 1) || 1) + Math.sign(Number(parameters.get('step') ?? 0) || 0)
  return { color: color?.name ?? null, size: size?.label ?? null, quantity: Math.min(Math.max(1, quantity), 9999) }
}

/** What an address says was missing when the product was to be added. */
export type Missing = 'size' | 'color'

/** Returns what the address says was missing, unless the address has it by now. */
export function missingChoice(parameters: URLSearchParams): Missing | null {
  const missing = parameters.get('missing')
  return (missing === 'size' || missing === 'color') && !parameters.has(missing) ? missing : null
}

/** A picture of a product, large or as a thumbnail. */
export interface GalleryPicture {
  url: string
  alt: string
}

/** The product's pictures in a colour; all without a colour of their own when that colour has none. */
export function galleryOf(product: Product, color: string | null): GalleryPicture[] {
  const colorId = product.colors.find(({ name }) => name === color)?.id
  const own = product.media.filter((media) => media.color_id === colorId)
  const chosen = own.length > 0 ? own : product.media
  return chosen.slice(0, 3).map(({ url, alt }) => ({ url, alt: alt ?? product.name }))
}

/** The product's pictures by the names of its colours; under '' when it has none. */
export function galleriesOf(product: Product): Record<string, GalleryPicture[]> {
  const names = product.colors.length > 0 ? product.colors.map(({ name }) => name) : ['']
  return Object.fromEntries(names.map((name) => [name, galleryOf(product, name || null)]))
}

/** Colour and size as the links of a product's page carry them on: those that its own address has. */
export type CarriedChoice = { color?: string; size?: string }

/** Returns what the links of a page carry on of the choice that its address holds. */
export function carriedChoice({ color, size }: Choice, parameters: URLSearchParams): CarriedChoice {
  return {
    ...(color !== null && parameters.has('color') ? { color } : {}),
    ...(size !== null && parameters.has('size') ? { size } : {}),
  }
}

/** The address of a product's page with these parameters. */
export function productUrl(slug: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return `/product/${slug}${query ? `?${query}` : ''}`
}

/** In the browser: has every link and form of the page that leads to the product's own page carry what is chosen. */
export function carryChoice(slug: string, choice: CarriedChoice): void {
  const carry = (element: Element, attribute: 'href' | 'action') => {
    const url = new URL(element.getAttribute(attribute) ?? '', window.location.href)
    if (url.pathname !== `/product/${slug}`) return
    for (const [name, value] of Object.entries(choice)) url.searchParams.set(name, value)
    element.setAttribute(attribute, url.pathname + url.search + url.hash)
  }
  // Links within an area are React's own.
  const outside = (element: Element) => !element.closest('[data-area]')
  for (const link of Array.from(document.querySelectorAll(`a[href^="/product/${slug}?"]`)).filter(outside)) {
    carry(link, 'href')
  }
  for (const form of Array.from(document.querySelectorAll(`form[action^="/product/${slug}?"]`)).filter(outside)) {
    carry(form, 'action')
  }
}

/** What is said of a size's stock: nothing when it isn't counted or there is plenty (decision 19). */
export function stockNote({ stock }: Pick<Variant, 'stock'>): string | null {
  if (stock === null || stock > 3) return null
  return stock === 0 ? 'Sold out' : `Only ${stock} left`
}
