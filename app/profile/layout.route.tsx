import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'

export const handle: PageHandle = { styles: ['forms', 'cart', 'choices', 'profile'], withoutNewsletter: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(context, request)
  return null
}

/** The profile area: its sidebar, the same on every page (docs/decisions/0096-account-navigation.md), and one of its pages. */
export default function ProfileLayout() {
  const { pathname } = useLocation()
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
          {link('/profile/active-orders', 'Active Orders', pathname.startsWith('/profile/active-orders'))}
          {link('/profile/complete-orders', 'Complete Orders')}
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
