import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BestSellers } from '~/catalog/best-sellers'
import { listBestSellers } from '~/catalog/best-sellers.server'
import { findProduct } from '~/catalog/catalog.server'
import { attempt, attemptMain } from '~/platform/attempt.server'
import { redirectTo } from '~/platform/context.server'
import { dropsCookies } from '~/platform/cookies.server'
import { dispatch } from '~/platform/http/forms.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty, NotLoaded } from '~/ui/empty'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { Notice } from '~/ui/progress/notice'
import { wishlistActions } from './wishlist-actions.server'
import { toWishView } from './wish-view'
import { isSameWish } from './wishlist'
import { movedWishSchema, wishSchema } from './wishlist.schema'
import { listWished, readWishlist } from './wishlist.server'
import { Wishes, WishFields } from './wishes'

export const handle: PageHandle = { styles: ['forms', 'cart', 'wishlist'] }

export const meta = () => pageMeta(m.wishlist_title(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { removed: slug, moved, from, ...chosen } = Object.fromEntries(new URL(request.url).searchParams)
  const needsCookies = dropsCookies(request)
  if (needsCookies === false) throw redirectTo(from ?? '/wishlist')
  const removed = wishSchema.safeParse({ ...chosen, slug }).data
  const wishlist = await readWishlist(context, request)
  if (!wishlist) context.markIncomplete('wishlist not shown', true)
  const isBack = removed && wishlist?.some((wish) => isSameWish(wish, removed))
  const [wished, gone, bestSellers] = await Promise.all([
    wishlist && attemptMain(context, 'wishlist not shown', () => listWished(context, wishlist)),
    removed && !isBack ? attempt(context, 'removed wish not named', () => findProduct(context, removed.slug)) : null,
    wishlist?.length === 0 ? listBestSellers(context) : [],
  ])
  return {
    wishes: wished?.map(toWishView) ?? null,
    bestSellers,
    removed: removed && gone ? { ...removed, name: gone.product.name } : null,
    isSignedIn: context.visitor.isSignedIn,
    needsCookies,
    tried: movedWishSchema.safeParse({ ...chosen, slug: moved }).data,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const change = dispatch(context.form.get('intent'), wishlistActions)
  return change ? change(context, request, context.form) : redirectTo('/wishlist')
}

export default function WishlistPage() {
  const { wishes, bestSellers, removed, isSignedIn, needsCookies, tried } = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.wishlist_home(), to: '/' }, { name: m.wishlist_wishlist() }]} />
      <div className="section-head">
        <h1>{m.wishlist_your_wishlist()}</h1>
      </div>
      <div className="stack">
        {needsCookies ? <Notice type="error">{m.wishlist_needs_cookies()}</Notice> : null}
        {removed ? (
          <form className="notice notice-info" method="post" action="/wishlist">
            <WishFields wish={removed} />
            <span role="status">
              <ParaglideMessage
                message={m.wishlist_removed}
                inputs={{ name: removed.name }}
                markup={{ product: ({ children }) => <bdi>{children}</bdi> }}
              />
            </span>{' '}
            <button className="link" name="intent" value="save">
              {m.wishlist_undo()}
            </button>
          </form>
        ) : null}
        {wishes === null ? <NotLoaded text={m.wishlist_not_shown()} /> : null}
        {wishes?.length === 0 ? (
          <Empty text={m.wishlist_empty()}>
            <p className="muted">{m.wishlist_empty_text()}</p>
            <a className="button" href="/product-listing">
              {m.wishlist_browse()}
            </a>
          </Empty>
        ) : null}
        {wishes && wishes.length > 0 ? <Wishes wishes={wishes} tried={tried} /> : null}
        {isSignedIn ? null : (
          <p className="muted">
            <ParaglideMessage
              message={m.wishlist_in_this_browser}
              markup={{ link: ({ children }) => <a href="/login?to=%2Fwishlist">{children}</a> }}
            />
          </p>
        )}
      </div>
      <BestSellers products={bestSellers} />
    </div>
  )
}
