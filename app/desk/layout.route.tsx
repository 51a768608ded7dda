import type { LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useRouteError, useLocation, useRouteLoaderData } from '@remix-run/react'
import { useContext, type ReactNode } from 'react'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { Flower, Icon } from '~/ui/icon'
import { PostedForm } from '~/ui/try-again'
import { takeKeptForm } from './access/kept-form.server'
import { requireAnyOperator } from './access/operator.server'
import { DeskFailure } from './desk-failure'
import { DeskMessage } from './desk-message'
import { DESK_PAGE } from './desk-page'
import { areaWords, useRights } from './areas'
import { KeptNotice } from './form/posted-form'
import { menuEntry, menuOf, pagesAbove } from './menu'

export const handle = DESK_PAGE

/** The title of an error; a page has its own. */
export const meta = ({ error }: { error?: unknown }) => pageMeta(titleOf(error), { hidden: true })

const NOT_ALLOWED = 'Not part of your role'
const NOT_FOUND = 'Not found'

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : null)

function titleOf(error: unknown): string {
  const status = statusOf(error)
  return status === 403 ? NOT_ALLOWED : status === 404 ? NOT_FOUND : 'The desk'
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, email, role, areas } = await requireAnyOperator(context, request)
  return { email, rights: { role, areas }, kept: await takeKeptForm(context, request, id) }
}

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
        <a className="small muted" href="/desk/recovery-codes" title={`${operator.rights.role}; your recovery codes`}>
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
        <DeskNavigation account={account} />
      </header>
      <main id="main" className="desk-main" tabIndex={-1}>
        <BackLinks />
        <DeskMessage />
        {children}
      </main>
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const status = statusOf(error)
  return (
    <DeskFrame>
      {status === 403 ? (
        <NotAllowed areas={(error as { data?: { areas?: string[] } }).data?.areas ?? []} />
      ) : status === 404 ? (
        <>
          <h1>{NOT_FOUND}</h1>
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

/** In place of a page that isn't part of one's role. */
function NotAllowed({ areas }: { areas: readonly string[] }) {
  const isForm = useContext(PostedForm) !== null
  return (
    <>
      <h1>{NOT_ALLOWED}</h1>
      <p role="alert">
        {isForm ? 'Nothing was changed. ' : ''}
        {areas.length === 0
          ? 'Only managers do this. '
          : `This needs a role with ${areaWords(areas)}. A manager can give you one, under Operators and managers. `}
        <a href="/desk">Go to Today</a>
      </p>
    </>
  )
}

/** The links to the desk's pages and the account: in rows on wide windows, folded on phones. */
function DeskNavigation({ account }: { account: ReactNode }) {
  const current = menuEntry(useLocation().pathname)
  const rights = useRights()
  const links = (
    <ul>
      {menuOf(rights).map(([group, entries]) => (
        <li key={group}>
          <span className="desk-group">{group}</span>
          <ul>
            {entries.map(({ path, name }) => (
              <li key={path}>
                <a href={path} aria-current={path === current?.path ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
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

/** Leads from a page that isn't in the menu to those above it. */
function BackLinks() {
  const above = pagesAbove(useLocation().pathname)
  if (above.length === 0) return null
  return (
    <nav aria-label="Back" className="desk-back">
      {above.map(({ path, name }) => (
        <a key={path} href={path} {...freeText(name)}>
          {name}
        </a>
      ))}
    </nav>
  )
}
