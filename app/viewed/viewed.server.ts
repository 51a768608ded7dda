import { z } from 'zod'
import { findProduct } from '~/catalog/catalog.server'
import { toCardView, type CardView } from '~/catalog/card-view'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { DAY } from '~/platform/time'

/** Slugs of products, the one looked at last first. It is there once the visitor has agreed to it, even if it is empty. */
const viewedCookie = declareCookie({ name: 'website_viewed', maxAge: 90 * DAY, endsWithSession: true })

const SHOWN = 4
/** One more than is shown, since the product that is looked at isn't shown on its own page. */
const KEPT = SHOWN + 1

const Stored = z.array(z.string().max(200)).max(KEPT)

/** Begins to remember what this browser looks at. */
export async function rememberViewed({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(viewedCookie).serialize([]))
}

/** Forgets what this browser has looked at, and remembers no more. */
export async function forgetViewed({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(viewedCookie).serialize('', { maxAge: 0 }))
}

/**
 * Remembers that the visitor looks at a product, and returns those they looked at before; null for a visitor who hasn't agreed to
 * that.
 */
export async function viewProduct(
  context: Needs<'backends' | 'catalogue' | 'cookies' | 'sendCookie' | Reporting>,
  request: Request,
  slug: string,
): Promise<CardView[] | null> {
  const cookie = context.cookies.of(viewedCookie)
  const viewed = Stored.safeParse(await cookie.parse(request.headers.get('cookie'))).data
  if (!viewed) return null
  const others = viewed.filter((other) => other !== slug)
  if (viewed[0] !== slug) context.sendCookie(await cookie.serialize([slug, ...others].slice(0, KEPT)))
  const found = await Promise.all(
    others
      .slice(0, SHOWN)
      .map((other) => attempt(context, 'viewed product not shown', () => findProduct(context, other))),
  )
  return found.flatMap((answer) => (answer ? [toCardView(answer.product)] : []))
}
