import { currentLanguage } from '~/language/current'
import { FragmentCache } from '~/platform/cache/fragment-cache.server'
import { LiteContext } from '~/platform/hydration/lite'
import { shopRatio } from '~/ui/ratio'
import type { CardView } from '../card-view'
import { CardChoices } from '../card-choices'
import { cardChoice, CardContent, cardUrl } from '../product-card'

/** A listing's card, whose content is rendered already. */
export interface ListedCard {
  slug: string
  name: string
  href: string
  /** The colour and size that it leads to. */
  choice: { color?: string; size?: string }
  /** What its link contains. */
  html: string
  /** The links to its colours and sizes. */
  choices: string
}

/** How cards look: on the listing or the sale page, in which version, and whether those without a rating have stars. */
export interface CardLook {
  inListing: boolean
  isLite: boolean
  withDefaultStars: boolean
}

/** Contents of cards. Without them, a listing takes two thirds more of the processor's time (decision 64). */
const contents = new FragmentCache(4_000_000)

/** Renders products as cards of a listing. `size` is the one that shoppers look for, if it is one. */
export function listedCards(products: readonly CardView[], look: CardLook, size?: string): ListedCard[] {
  return products.map((product, index) => ({
    slug: product.slug,
    name: product.name,
    href: cardUrl(product, size),
    choice: cardChoice(product, size),
    html: contentOf(product, { ...look, isFirst: index === 0 }),
    choices: choicesOf(product, size),
  }))
}

function choicesOf(product: CardView, size: string | undefined): string {
  return contents.htmlOf(JSON.stringify([currentLanguage(), 'choices', product, size]), () => (
    <CardChoices product={product} size={size} />
  ))
}

function contentOf(product: CardView, look: CardLook & { isFirst: boolean }): string {
  const { isLite, ...props } = look
  return contents.htmlOf(JSON.stringify([currentLanguage(), shopRatio(), product, look]), () => (
    <LiteContext.Provider value={isLite}>
      <CardContent product={product} heading="h2" {...props} />
    </LiteContext.Provider>
  ))
}
