import base from './base.css?inline'
import cart from './cart.css?inline'
import chat from './chat.css?inline'
import choices from './choices.css?inline'
import content from './content.css?inline'
import desk from './desk.css?inline'
import font from './font.css?inline'
import floatingCart from './floating-cart.css?inline'
import forms from './forms.css?inline'
import home from './home.css?inline'
import listing from './listing.css?inline'
import product from './product.css?inline'
import profile from './profile.css?inline'
import reviews from './reviews.css?inline'
import rightToLeft from './rtl.css?inline'
import sizeTab from './size-tab.css?inline'
import sizes from './sizes.css?inline'

const sheets = {
  cart,
  chat,
  choices,
  content,
  desk,
  floatingCart,
  forms,
  home,
  listing,
  product,
  profile,
  reviews,
  sizeTab,
  sizes,
}

export type SheetName = keyof typeof sheets

const joined = new Map<string, string>()

interface Look {
  isLite: boolean
  direction: 'ltr' | 'rtl'
}

/**
 * Returns the inline styles of a page, so that it renders without another request. The lite version has no web font. Only a
 * right-to-left document gets the mirroring sheet, after all others.
 */
export function stylesFor(names: readonly SheetName[], { isLite, direction }: Look): string {
  const key = [isLite, direction, ...names].join()
  const ownSheets = [base, ...names.map((name) => sheets[name]), ...(direction === 'rtl' ? [rightToLeft] : [])]
  const styles = joined.get(key) ?? [...(isLite ? [] : [font]), ...ownSheets].join('\n')
  joined.set(key, styles)
  return styles
}
