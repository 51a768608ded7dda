import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation, useMatches } from '@remix-run/react'
import { CHAT } from '~/chat/chat'
import { conversationIdFrom } from '~/chat/chat.server'
import { countUnread } from '~/chat/conversations.server'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'

export const handle: PageHandle = {
  styles: ['forms', 'cart', 'choices', 'timeline', 'profile'],
  withoutNewsletter: true,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  // A bank's app leads back to the phone's own browser, where nobody may be logged in.
  const message = context.route.opensByGet ? m.payments_log_in_to_see() : undefined
  const shopper = await requireShopper(context, request, message)
  const { pathname, searchParams } = new URL(request.url)
  // The page marks its open conversation as read.
  const opened = pathname === CHAT ? conversationIdFrom(searchParams) : null
  return { unread: (await attempt(context, 'unread answers not counted', () => countUnread(shopper, opened))) ?? 0 }
}

/** The profile area: a sidebar, which is the same on every page (decision 97), and the page. */
export default function ProfileLayout() {
  const { pathname } = useLocation()
  const { unread } = useLoaderData<typeof loader>()
  // The page of an order, which is in one of two lists.
  const page = useMatches().at(-1)?.data as { isOver?: boolean } | undefined
  const isComplete = pathname === '/profile/complete-orders' || page?.isOver === true
  const link = (to: string, name: string, isCurrent = pathname === to) => (
    <li>
      <a href={to} aria-current={isCurrent ? 'page' : undefined}>
        {name}
      </a>
    </li>
  )
  return (
    <div className="wrap profile">
      <nav className="profile-nav" aria-label={m.profile_profile()}>
        <ul>
          {link('/profile', m.profile_my_profile(), pathname === '/profile' || pathname === '/profile/account')}
          {link('/profile/edit-location', m.profile_addresses())}
          {link(
            '/profile/active-orders',
            m.profile_active_orders(),
            pathname.startsWith('/profile/active-orders') && !isComplete,
          )}
          {link('/profile/complete-orders', m.profile_complete_orders(), isComplete)}
          {link('/wishlist', m.profile_wishlist())}
          <li>
            <a href={CHAT} aria-current={pathname === CHAT ? 'page' : undefined}>
              {m.profile_chat()}{' '}
              <span className="badge unread-answers" data-unread-answers hidden={unread === 0}>
                {unread > 0 ? m.chat_unread_count({ count: unread }) : ''}
              </span>
            </a>
          </li>
          <li>
            <form method="post" action="/logout">
              <button>{m.profile_log_out()}</button>
            </form>
          </li>
        </ul>
      </nav>
      <div className="profile-body">
        <Outlet />
      </div>
    </div>
  )
}
