import { createElement, type MouseEvent, type ReactNode } from 'react'

/** The places of a page: elements whose content differs between visitors. In a cached page the server fills them in for known visitors. */
export type PlaceName =
  | 'account'
  | 'cart-count'
  | 'floating-cart'
  | 'own-size'
  | 'write-review'
  | 'stock-mail'
  | 'viewed'

interface PlaceProps {
  name: PlaceName
  children: ReactNode
  /** The content for signed-in shoppers, if it is the same for all of them. It is stored in a template of the cached page. */
  forShoppers?: ReactNode
}

/** Marks a place in the page (platform/cache/places.server.ts). Its element has `display: contents`. */
export function Place({ name, children, forShoppers }: PlaceProps) {
  const template = forShoppers ? <template>{forShoppers}</template> : null
  return createElement('shop-place', { 'data-part': name }, children, template)
}

interface PlaceInAreaProps {
  name: PlaceName
  /** The content in a page that is rendered for this visitor. */
  html: string
  onClick: (event: MouseEvent) => void
}

/** A place inside an area. React doesn't hydrate its content, which the server may have filled in. */
export function PlaceInArea({ name, html, onClick }: PlaceInAreaProps) {
  return createElement('shop-place', {
    'data-part': name,
    dangerouslySetInnerHTML: { __html: html },
    suppressHydrationWarning: true,
    onClick,
  })
}
