import choices from './choices.css?inline'
import elements from './elements.css?inline'
import forms from './forms.css?inline'
import parts from './parts.css?inline'
import cart from './rooms/cart.css?inline'
import chat from './rooms/chat.css?inline'
import content from './rooms/content.css?inline'
import desk from './rooms/desk.css?inline'
import floatingCart from './rooms/floating-cart.css?inline'
import home from './rooms/home.css?inline'
import invoice from './rooms/invoice.css?inline'
import listing from './rooms/listing.css?inline'
import product from './rooms/product.css?inline'
import profile from './rooms/profile.css?inline'
import reviews from './rooms/reviews.css?inline'
import sizeTab from './rooms/size-tab.css?inline'
import sizes from './rooms/sizes.css?inline'
import wishlist from './rooms/wishlist.css?inline'
import rightToLeft from './rtl.css?inline'
import shell from './shell.css?inline'
import states from './states.css?inline'
import tokens from './tokens.css?inline'
import { addLater } from './later'
import { parseSheet, tokensOf, writeSheet, type Sheet } from './used-rules'

/** The sheets that a page names, by layer. */
const named = {
  parts: { choices, forms },
  rooms: {
    cart,
    chat,
    content,
    desk,
    floatingCart,
    home,
    invoice,
    listing,
    product,
    profile,
    reviews,
    sizeTab,
    sizes,
    wishlist,
  },
}

export type SheetName = keyof typeof named.parts | keyof typeof named.rooms

const parse = (sheets: Record<string, string>) =>
  new Map(Object.entries(sheets).map(([name, css]): [string, Sheet] => [name, parseSheet(css)]))

/** The layers in their order (decision 64). `shared` is for every page. */
const LAYERS = [
  { shared: parseSheet(tokens + elements), named: parse({}) },
  { shared: parseSheet(parts + states), named: parse(named.parts) },
  { shared: parseSheet(shell), named: parse({}) },
  { shared: [], named: parse(named.rooms) },
]

const RIGHT_TO_LEFT = parseSheet(rightToLeft)

/** Rooms whose page is one area that renders all of it, so any rule may be used later. */
const WHOLE = new Set(['cart', 'chat'])

/**
 * Returns the inline styles of a page, so that it renders without another request: of the sheets for every page and of those that it
 * names, in that order, the rules that its HTML uses or may use later. Only a right-to-left document gets the mirroring sheet, after all
 * others.
 */
export function stylesFor(html: string, names: readonly string[], direction: 'ltr' | 'rtl'): string {
  const used = addLater(tokensOf(html))
  const css = LAYERS.map(({ shared, named: choosable }) => {
    const own = names.map((name) => writeSheet(choosable.get(name) ?? [], WHOLE.has(name) ? undefined : used))
    return writeSheet(shared, used) + own.join('')
  }).join('')
  if (direction === 'ltr') return css
  return css + writeSheet(RIGHT_TO_LEFT, names.some((name) => WHOLE.has(name)) ? undefined : used)
}
