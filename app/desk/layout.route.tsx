import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useRouteError, useLocation, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Flower, Icon } from '~/ui/icon'
import { takeKeptForm } from './access/kept-form.server'
import { requireOperator } from './access/operator.server'
import { DeskFailure } from './desk-failure'
import { DeskMessage } from './desk-message'
import { DESK_PAGE } from './desk-page'
import { KeptNotice } from './form/posted-form'

export const handle = DESK_PAGE

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, email, role } = await requireOperator(context, request)
  return { email, role, kept: await takeKeptForm(context, request, id) }
}

const PAGES = [
  { path: '/desk', name: 'Today' },
  { path: '/desk/orders', name: 'Orders' },
  { path: '/desk/couriers', name: 'Couriers' },
  { path: '/desk/chat', name: 'Chat' },
  { path: '/desk/contact', name: 'Messages' },
  { path: '/desk/returns', name: 'Returns' },
  { path: '/desk/refunds', name: 'Refunds' },
  { path: '/desk/products', name: 'Products' },
  { path: '/desk/stock', name: 'Stock' },
  { path: '/desk/categories', name: 'Categories' },
  { path: '/desk/attributes', name: 'Attributes' },
  { path: '/desk/search', name: 'Search' },
  { path: '/desk/sizes', name: 'Sizes' },
  { path: '/desk/promo-codes', name: 'Promo codes' },
  { path: '/desk/texts', name: 'Texts' },
  { path: '/desk/urdu', name: 'Urdu' },
  { path: '/desk/settings', name: 'Settings' },
  { path: '/desk/people', name: 'People' },
  { path: '/desk/reviews', name: 'Reviews' },
  { path: '/desk/newsletter', name: 'Newsletter' },
  { path: '/desk/sales', name: 'Sales' },
  { path: '/desk/ledger', name: 'Ledger' },
  { path: '/desk/funnel', name: 'Funnel' },
  { path: '/desk/audit', name: 'Changes' },
]

export default function DeskLayout() {
  return (
    <DeskFrame>
      <KeptNotice />
      <Outlet />
    </DeskFrame>
  )
}

/** The desk's header, the page's message, and the page. If the account couldn't be read, its session can still be ended. */
function DeskFrame({ children }: { children: ReactNode }) {
  const operator = useRouteLoaderData<typeof loader>('desk/layout.route')
  const account = (
    <form method="post" action="/desk/sign-out" className="desk-account">
      {operator ? (
        <a className="small muted" href="/desk/recovery-codes" title={`${operator.role}; your recovery codes`}>
          {operator.email}
        </a>
      ) : null}{' '}
      <button className="link">Sign out</button>
    </form>
  )
  return (
    <>
      <a className="hidden-visually skip" href="#main">
        Skip to content
      </a>
      <header className="desk-header">
        <Flower />
        <DeskNavigation pages={PAGES} account={account} />
      </header>
      <main id="main" className="desk-main" tabIndex={-1}>
        <DeskMessage />
        {children}
      </main>
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <DeskFrame>
      {isMissing ? (
        <>
          <h1>Not found</h1>
          <p>
            There is nothing at this address of the desk. <a href="/desk">Go to Today</a>
          </p>
        </>
      ) : (
        <DeskFailure error={error} />
      )}
    </DeskFrame>
  )
}

interface NavigationProps {
  pages: readonly { path: string; name: string }[]
  /** Whose session it is, and the end of it. */
  account: ReactNode
}

/** The links to the desk's pages and the account: in rows on wide windows, folded on phones. */
function DeskNavigation({ pages, account }: NavigationProps) {
  const { pathname } = useLocation()
  const current = pages.find(({ path }) => isCurrent(path, pathname))
  const links = (
    <ul>
      {pages.map(({ path, name }) => (
        <li key={path}>
          <a href={path} aria-current={path === current?.path ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Desk" className="desk-nav">
      <div className="desk-wide">
        {account}
        {links}
      </div>
      <details className="desk-folded">
        <summary>
          <Icon name="menu" />
          Menu{current ? `: ${current.name}` : ''}
        </summary>
        {links}
        {account}
      </details>
    </nav>
  )
}

function isCurrent(path: string, pathname: string): boolean {
  return path === '/desk' ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)
}
