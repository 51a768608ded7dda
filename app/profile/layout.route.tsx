import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'

export const handle: PageHandle = { styles: ['forms', 'cart', 'choices', 'profile'] }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(context, request)
  return null
}

/** The profile area: its sidebar and one of its pages. */
export default function ProfileLayout() {
  const { pathname } = useLocation()
  const isOrders = pathname.startsWith('/profile/active-orders') || pathname.startsWith('/profile/complete-orders')
  const link = (to: string, name: string, isCurrent = pathname === to) => (
    <li>
      <a href={to} aria-current={isCurrent ? 'page' : undefined}>
        {name}
      </a>
    </li>
  )
  return (
    <div className="wrap profile">
      <nav className="profile-nav" aria-label="Profile">
        <ul>
          {link('/profile', 'My Profile')}
          {link('/profile/edit-location', 'Addresses')}
          {isOrders ? null : link('/profile/active-orders', 'Orders')}
          {isOrders
            ? link('/profile/active-orders', 'Active Orders', pathname.startsWith('/profile/active-orders'))
            : null}
          {isOrders ? link('/profile/complete-orders', 'Complete Orders') : null}
          {link('/wishlist', 'Wishlist')}
          {link('/profile/chat-support', 'Chat Support')}
          <li>
            <form method="post" action="/logout">
              <button>Log Out</button>
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
