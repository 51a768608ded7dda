import { readWholeWithin } from '~/platform/whole-number'
import { describeRole } from './picture-role'
import { isChosenByShopper } from './product-chart'
import type { Product } from './product.schema'
import { leftOf } from './stock'

/** The chosen colour, size and quantity on a product's page. */
export interface Choice {
  color: string | null
  size: string | null
  quantity: number
}

/**
 * Returns the initial choice: colour and size of the URL, else the first colour and the first size in stock (PD-18, PD-19, A51). For bras
 * only the URL chooses a size, since an unnoticed guess leads to returns (decision 70).
 */
export function initialChoice(product: Product, parameters: URLSearchParams): Choice {
  const color = product.colors.find(({ name }) => name === parameters.get('color')) ?? product.colors[0]
  const wanted = product.variants.find(({ label }) => label === parameters.get('size'))
  const guess = product.variants.find((size) => leftOf(size, color?.name ?? null) !== 0) ?? product.variants[0]
  const size = wanted ?? (isChosenByShopper(product) ? undefined : guess)
  const quantity =
    readWholeWithin(parameters.get('quantity'), 1, 9999) + readWholeWithin(parameters.get('step'), -1, 1, 0)
  return { color: color?.name ?? null, size: size?.label ?? null, quantity: Math.min(Math.max(1, quantity), 9999) }
}

/** The choice that was missing when the product was added to the cart. */
export type Missing = 'size' | 'color'

/** Returns the choice that the URL marks as missing, unless the URL now has it. */
export function missingChoice(parameters: URLSearchParams): Missing | null {
  const missing = parameters.get('missing')
  return (missing === 'size' || missing === 'color') && !parameters.has(missing) ? missing : null
}

export interface GalleryPicture {
  url: string
  alt: string
  focus?: string
  caption?: string
}

/** The most pictures of one colour that a page shows. */
const MOST = 8

/** Returns the pictures in a colour, at most eight; any pictures if the colour has none. */
export function galleryOf(product: Product, color: string | null): GalleryPicture[] {
  const colorId = product.colors.find(({ name }) => name === color)?.id
  const own = product.media.filter((media) => media.color_id === colorId)
  const chosen = own.length > 0 ? own : product.media
  return chosen.slice(0, MOST).map(({ url, alt, role, focus, caption }) => ({
    url,
    alt: alt ?? describeRole(role, product.name),
    ...(focus ? { focus } : {}),
    ...(caption ? { caption } : {}),
  }))
}

/** Returns the pictures by colour name; under '' if the product has no colours. */
export function galleriesOf(product: Product): Record<string, GalleryPicture[]> {
  const names = product.colors.length > 0 ? product.colors.map(({ name }) => name) : ['']
  return Object.fromEntries(names.map((name) => [name, galleryOf(product, name || null)]))
}

/** The part of the choice that the page's links keep; a quantity of one is none. */
export type CarriedChoice = { color?: string; size?: string; quantity?: string }

/** Returns the part of the choice that the page's links keep: what the URL has of it. */
export function carriedChoice(choice: Choice, parameters: URLSearchParams): CarriedChoice {
  return carriedOf({
    ...choice,
    color: parameters.has('color') ? choice.color : null,
    size: parameters.has('size') ? choice.size : null,
  })
}

export function carriedOf({ color, size, quantity }: Choice): CarriedChoice {
  return {
    ...(color === null ? {} : { color }),
    ...(size === null ? {} : { size }),
    ...(quantity > 1 ? { quantity: String(quantity) } : {}),
  }
}

/** Puts the choice in a URL of the product's page, in place of the one that it has. */
export function putChoice(url: URL, choice: CarriedChoice): void {
  for (const name of ['color', 'size', 'quantity'] as const) {
    if (choice[name] !== undefined) url.searchParams.set(name, choice[name])
    else if (name === 'quantity') url.searchParams.delete(name)
  }
}

export function productUrl(slug: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString()
  return `/product/${slug}${query ? `?${query}` : ''}`
}

/** Adds the choice to all links and forms that lead to the same product's page. Runs in the browser. */
export function carryChoice(slug: string, choice: CarriedChoice): void {
  const carry = (element: Element, attribute: 'href' | 'action') => {
    const url = new URL(element.getAttribute(attribute) ?? '', window.location.href)
    if (url.pathname !== `/product/${slug}`) return
    putChoice(url, choice)
    element.setAttribute(attribute, url.pathname + url.search + url.hash)
  }
  // React renders the links within areas.
  const outside = (element: Element) => !element.closest('[data-area]')
  for (const link of Array.from(document.querySelectorAll(`a[href^="/product/${slug}?"]`)).filter(outside)) {
    carry(link, 'href')
  }
  for (const form of Array.from(document.querySelectorAll(`form[action^="/product/${slug}?"]`)).filter(outside)) {
    carry(form, 'action')
  }
}
