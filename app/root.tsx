import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { stylesFor } from '~/styles/sheets'
import { hasUrdu, readNames } from './catalog/names.server'
import { readRatio } from './catalog/picture-ratio.server'
import { takeReply } from './newsletter/newsletter.server'
import { currentLanguage } from './language/current'
import { directionOf } from './language/languages'
import { m } from './language/messages'
import type { RequestContext } from './platform/context.server'
import { isTestShop } from './platform/env.server'
import { LiteContext } from './platform/hydration/lite'
import { readShell } from './shell/shell.server'
import { formatDate } from './platform/time'
import { defaultAnnouncement } from './shell/announcement'
import { FloatingCart } from './shell/floating-cart'
import { Footer } from './shell/footer'
import { CheckoutHeader } from './shell/checkout-header'
import { Header } from './shell/header'
import { NotFound } from './catalog/not-found'
import { ErrorPage } from './ui/error-page'
import { UrduOffer } from './shell/language/language-choice'
import { Toasts } from './shell/toasts.area'
import type { PageHandle } from './ui/page-handle'
import { Place } from './ui/place'
import { framed, shopRatio } from './ui/ratio'

export const links: LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { flash, isLite, isUrduOffered, route, settings, services } = context
  const [surroundings, , canOffer] = await Promise.all([
    route.hasOwnLayout ? NO_SURROUNDINGS : readSurroundings(context, request),
    readNames(context),
    isUrduOffered && hasUrdu(context),
    readRatio(context),
  ])
  return {
    ...surroundings,
    brand: settings.BRAND_NAME,
    takesCards: services.payments !== null,
    isTestShop: isTestShop(settings),
    origin: settings.PUBLIC_URL,
    year: formatDate(new Date()).slice(-4),
    flash,
    isLite,
    isUrduOffered: canOffer,
  }
}

async function readSurroundings(context: RequestContext, request: Request) {
  const [shell, newsletter] = await Promise.all([readShell(context), takeReply(context, request)])
  return { ...shell, newsletter }
}

const NO_SURROUNDINGS: Awaited<ReturnType<typeof readSurroundings>> = {
  categories: [],
  footer: [],
  announcement: null,
  newsletter: null,
}

export function Layout({ children }: { children: ReactNode }) {
  const { search } = useLocation()
  const language = currentLanguage()
  const direction = directionOf(language)
  const sheets = useMatches().flatMap(({ handle, data }) => {
    const { styles = [] } = (handle as PageHandle | undefined) ?? {}
    return typeof styles === 'function' ? styles(new URLSearchParams(search), data) : styles
  })
  return (
    <html lang={language} dir={direction === 'rtl' ? direction : undefined} style={framed(shopRatio())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#571630" />
        {/* Safari on iPhones would make links of order numbers that call somebody. */}
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <Links />
        <style data-own dangerouslySetInnerHTML={{ __html: stylesFor([...new Set(sheets)], direction) }} />
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function App() {
  const { flash, isLite } = useLoaderData<typeof loader>()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  if (handle?.hasOwnLayout) {
    return (
      <LiteContext.Provider value={isLite}>
        <Outlet />
      </LiteContext.Provider>
    )
  }
  return (
    <Shell>
      <div data-part="message">
        {flash && !(flash.description && handle?.showsDescribed) ? (
          <Toasts flash={flash} duration={handle?.toastDuration} position={handle?.toastPosition} />
        ) : null}
      </div>
      <Outlet />
      {handle?.hasFloatingCart ? (
        <Place name="floating-cart">
          <FloatingCart count={0} />
        </Place>
      ) : null}
    </Shell>
  )
}

function Shell({ children, isError = false }: { children: ReactNode; isError?: boolean }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const isLite = data?.isLite ?? false
  const handles = useMatches().map(({ handle }) => (handle as PageHandle | undefined) ?? {})
  const hasMinimalHeader = handles.some((handle) => handle.hasMinimalHeader)
  return (
    <LiteContext.Provider value={isLite}>
      <a className="hidden-visually skip" href="#main">
        {m.shell_skip_to_content()}
      </a>
      {data?.isUrduOffered ? <UrduOffer /> : null}
      {data?.isTestShop ? <p className="notice test-banner">{m.shell_test_shop()}</p> : null}
      {hasMinimalHeader ? (
        <CheckoutHeader brand={data?.brand} />
      ) : (
        <Header
          brand={data?.brand}
          categories={data?.categories ?? []}
          announcement={data ? data.announcement : defaultAnnouncement()}
        />
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer
        brand={data?.brand}
        columns={data?.footer}
        year={data?.year}
        newsletter={data?.newsletter}
        takesCards={data?.takesCards}
        isLite={isLite}
        hasNewsletter={!isError && !handles.some((handle) => handle.withoutNewsletter)}
      />
    </LiteContext.Provider>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  if (handles.some((handle) => handle?.hasOwnLayout))
    return <main id="main">{isMissing ? <NotFound /> : <ErrorPage />}</main>
  return <Shell isError>{isMissing ? <NotFound /> : <ErrorPage />}</Shell>
}
