import choices from './choices.css?inline'
import elements from './elements.css?inline'
import forms from './forms.css?inline'
import parts from './parts.css?inline'
import cart from './rooms/cart.css?inline'
import chat from './rooms/chat.css?inline'
import checkout from './rooms/checkout.css?inline'
import content from './rooms/content.css?inline'
import desk from './rooms/desk.css?inline'
import floatingCart from './rooms/floating-cart.css?inline'
import home from './rooms/home.css?inline'
import invoice from './rooms/invoice.css?inline'
import listing from './rooms/listing.css?inline'
import product from './rooms/product.css?inline'
import profile from './rooms/profile.css?inline'
import reviews from './rooms/reviews.css?inline'
import sets from './rooms/sets.css?inline'
import sizeTab from './rooms/size-tab.css?inline'
import sizes from './rooms/sizes.css?inline'
import timeline from './rooms/timeline.css?inline'
import wideSlide from './rooms/wide-slide.css?inline'
import wishlist from './rooms/wishlist.css?inline'
import rightToLeft from './rtl.css?inline'
import shell from './shell.css?inline'
import states from './states.css?inline'
import tokens from './tokens.css?inline'

/** The sheets that a page names. */
const PARTS = { choices, forms }
const ROOMS = {
  cart,
  chat,
  checkout,
  content,
  desk,
  floatingCart,
  home,
  invoice,
  listing,
  product,
  profile,
  reviews,
  sets,
  sizeTab,
  sizes,
  timeline,
  wideSlide,
  wishlist,
}

export type SheetName = keyof typeof PARTS | keyof typeof ROOMS

/** Returns the inline styles of a page, which renders without another request: the sheets of every page and those that it names. */
export function stylesFor(names: readonly SheetName[], direction: 'ltr' | 'rtl'): string {
  const named = (sheets: Partial<Record<SheetName, string>>) => names.map((name) => sheets[name] ?? '')
  const mirrored = direction === 'rtl' ? rightToLeft : ''
  // A sheet may override those before it.
  return [tokens, elements, parts, states, ...named(PARTS), shell, ...named(ROOMS), mirrored].join('')
}
