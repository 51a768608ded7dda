import { createElement, type ReactElement, type ReactNode } from 'react'

/** The contents of places for one visitor, by name. Other places keep what is the same for everybody. */
export type PlaceElements = Record<string, ReactElement>

interface PlaceProps {
  name: string
  /** The content for visitors of whom nothing is known. */
  children?: ReactNode
  /** The content for signed-in shoppers, if it is the same for all of them. It is stored in a template of the page. */
  forShoppers?: ReactNode
}

/**
 * Renders a place: an element whose content differs between visitors. Pages are rendered for everybody, and the server then fills in
 * the places for a known visitor (platform/cache/places.server.ts). The element has `display: contents`.
 */
export function Place({ name, children, forShoppers }: PlaceProps) {
  const template = forShoppers ? <template>{forShoppers}</template> : null
  return createElement('shop-place', { 'data-part': name }, children, template)
}

/** Renders an empty place inside an area. React doesn't hydrate its content, which the server fills in. */
export function PlaceInArea({ name }: { name: string }) {
  return createElement('shop-place', {
    'data-part': name,
    dangerouslySetInnerHTML: { __html: '' },
    suppressHydrationWarning: true,
  })
}
