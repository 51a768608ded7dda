import { z } from 'zod'
import { findProduct } from '~/catalog/catalog.server'
import { toCardView, type CardView } from '~/catalog/card-view'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { DAY } from '~/platform/time'

/** Slugs of viewed products, latest first. The cookie exists once the visitor has consented, even if it is empty. */
const viewedCookie = declareCookie({ name: 'website_viewed', maxAge: 90 * DAY, endsWithSession: true })

const SHOWN = 4
/** One more than is shown, since a product's own page leaves it out. */
const MAX_REMEMBERED = SHOWN + 1

const viewedSchema = z.array(z.string().max(200)).max(MAX_REMEMBERED)

/** Starts remembering the products that this browser views. */
export async function rememberViewed({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(viewedCookie).serialize([]))
}

export async function forgetViewed({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(viewedCookie).serialize('', { maxAge: 0 }))
}

/** Records a viewed product and returns those viewed before; null if the visitor hasn't consented. */
export async function recordView(
  context: Needs<'backends' | 'catalogue' | 'cookies' | 'sendCookie' | Reporting>,
  request: Request,
  slug: string,
): Promise<CardView[] | null> {
  const cookie = context.cookies.of(viewedCookie)
  const viewed = viewedSchema.safeParse(await cookie.parse(request.headers.get('cookie'))).data
  if (!viewed) return null
  const others = viewed.filter((other) => other !== slug)
  if (viewed[0] !== slug) context.sendCookie(await cookie.serialize([slug, ...others].slice(0, MAX_REMEMBERED)))
  const found = await Promise.all(
    others
      .slice(0, SHOWN)
      .map((other) => attempt(context, 'viewed product not shown', () => findProduct(context, other))),
  )
  // A product that was renamed is in the cookie by both slugs.
  const products = new Map(found.flatMap((result) => (result ? [[result.product.slug, result.product]] : [])))
  products.delete(slug)
  return [...products.values()].map((product) => toCardView(product))
}
