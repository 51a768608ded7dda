import { createElement, type MouseEvent, type ReactNode } from 'react'

/** Where a page differs from visitor to visitor: a page rendered for everybody is filled in here for a known one. */
export type PlaceName =
  'account' | 'cart-count' | 'floating-cart' | 'own-size' | 'write-review' | 'stock-mail' | 'viewed'

interface PlaceProps {
  name: PlaceName
  children: ReactNode
  /** What stands here for a shopper who is signed in, where that needs the page itself; left out in a shopper's own page. */
  forShoppers?: ReactNode
}

/** Marks a place in the page (platform/cache/places.server.ts). The element itself lies as if it weren't there. */
export function Place({ name, children, forShoppers }: PlaceProps) {
  const template = forShoppers ? <template>{forShoppers}</template> : null
  return createElement('shop-place', { 'data-part': name }, children, template)
}

interface PlaceInAreaProps {
  name: PlaceName
  /** What stands here in a page that is rendered for this visitor. */
  html: string
  onClick: (event: MouseEvent) => void
}

/** A place inside an area. React leaves what is in it alone: in a cached page the server has filled it in, without React. */
export function PlaceInArea({ name, html, onClick }: PlaceInAreaProps) {
  return createElement('shop-place', {
    'data-part': name,
    dangerouslySetInnerHTML: { __html: html },
    suppressHydrationWarning: true,
    onClick,
  })
}
