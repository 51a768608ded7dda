import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { circlesOf, type Node, sourcesIn } from './support/sources.ts'

/**
 * Which rooms use which others, each with the reason. All may use `ui` and `platform`. The table is compared with the imports: it lists
 * what they use, and nothing else.
 */
const ARROWS: Record<string, Record<string, string>> = {
  account: {
    cart: 'signing in merges the browser’s cart into the shopper’s',
    mails: 'the words of a mail about an existing account',
    phone: 'a shopper may sign in with a phone number',
    wishlist: 'signing in merges the browser’s wishlist into the shopper’s',
  },
  address: {
    delivery: 'the countries of an address are those of delivery',
    phone: 'the form asks for the phone number that the rider calls',
  },
  cart: {
    catalog: 'a line is a product in a size and a colour',
    delivery: 'the cart shows the delivery fee and the expected arrival',
    sizes: 'adding a size remembers it as the shopper’s',
  },
  chat: {
    delivery: 'answers quote the terms of delivery',
    orders: 'the chat shows an order and its status',
  },
  checkout: {
    address: 'an order goes to an address, typed or saved',
    cart: 'the checkout orders the cart',
    contact: 'the checkout says how to ask',
    content: 'the assurance below the button is a text of the content pages',
    delivery: 'the country decides the fee and the arrival',
    mails: 'a new order is confirmed by mail',
    orders: 'the checkout makes an order, and shows it afterwards',
    payments: 'the checkout leads to the payment',
    phone: 'the rider calls before delivery',
    profile: 'the form knows the shopper’s name and phone number',
    returns: 'the page after the order helps with it',
  },
  contact: { phone: 'the form asks for a phone number' },
  content: {
    contact: 'help pages say where to write',
    delivery: 'texts quote prices and times of delivery',
    orders: 'the delivery page tracks an order',
    returns: 'texts quote the days for returns',
    catalog: 'a page that doesn’t exist offers the categories and the search',
  },
  couriers: { address: 'a parcel goes to an address' },
  desk: {
    address: 'labels and slips show an address as the shopper typed it',
    account: 'operators sign in like shoppers',
    catalog: 'categories have the shop’s tree, and the preview of a draft is read like its page',
    cart: 'an order that is entered shows its lines and prices like a cart',
    chat: 'operators answer in the shoppers’ conversations',
    couriers: 'operators book parcels, and print their airway bills',
    contact: 'labels name the shop’s address, and mails are tried with its phone number',
    content: 'the preview of a text looks like its page',
    delivery: 'quick answers and texts quote prices of delivery',
    invoices: 'operators print the invoices that shoppers have',
    mails: 'operators edit the words of mails',
    newsletter: 'the export of addresses has the link that ends each',
    orders: 'operators see what shoppers see of an order',
    phone: 'a blocked phone number is stored like those of orders',
    product: 'the preview of a draft looks like its page',
    returns: 'operators decide returns, by the words that shoppers read',
    reviews: 'the preview of a draft has the tab of its reviews',
    shell: 'pages of texts are linked from the footer, and pictures are made in the sizes that it serves',
    sizes: 'operators edit the size guide',
  },
  feeds: {
    catalog: 'a feed lists products by the addresses of their pages, and follows the catalogue',
    delivery: 'items name the price of delivery',
  },
  home: {
    catalog: 'the home page lists products',
    contact: 'its structured data names the shop’s phone number',
    delivery: 'its texts quote prices of delivery',
  },
  invoices: {
    address: 'an invoice names the address of its order',
    contact: 'an invoice says who sold, and where',
    orders: 'an invoice belongs to an order',
  },
  mails: {
    address: 'a mail says where an order goes',
    contact: 'a mail says how to reach the shop',
    delivery: 'a mail says when the order arrives',
    orders: 'mails are about orders',
  },
  newsletter: { mails: 'the words of the welcome' },
  orders: {
    address: 'an order has the parts of an address',
    catalog: 'a page without orders shows what sells best',
    delivery: 'an order says when it arrives',
    phone: 'an order shows and checks the phone number of its address',
    returns: 'an order’s page shows its returns (EXCEPTIONS)',
  },
  payments: {
    mails: 'a payment is confirmed by mail',
    orders: 'a payment pays an order',
    phone: 'a provider takes phone numbers in digits',
  },
  product: {
    catalog: 'the page shows a product of the catalog',
    delivery: 'the page says when the product arrives, and what delivery costs',
    restock: 'sold-out sizes can be waited for',
    reviews: 'the page has the reviews',
    sizes: 'the page has the size guide, and says which size is the shopper’s',
    viewed: 'the page remembers and shows what was viewed',
  },
  profile: {
    address: 'the address book is a page of the profile',
    account: 'the header shows a new name or picture immediately',
    chat: 'the menu of the profile counts unread messages',
    phone: 'the profile and its addresses have phone numbers',
  },
  restock: {
    catalog: 'an alert is for a product’s size',
    mails: 'the words of the mails about it',
  },
  returns: {
    mails: 'a cancelled order is confirmed by mail',
    orders: 'a return belongs to an order',
  },
  reviews: { account: 'shoppers log in to write a review' },
  shell: {
    account: 'the header shows the shopper’s name',
    cart: 'the header counts the cart’s lines',
    catalog: 'the header has categories and the search, the sitemap products',
    delivery: 'the announcement names the price of delivery',
    newsletter: 'the footer has the form of the newsletter',
    wishlist: 'a known visitor’s page shows which products they saved',
  },
  sizes: { catalog: 'products and their categories name a size chart' },
  viewed: { catalog: 'viewed products are shown as cards' },
  wishlist: {
    cart: 'a wish can be moved to the cart',
    catalog: 'wishes are shown with price and stock',
  },
}

/** Files whose imports may close a circle of rooms, with the reason. Only routes: nothing imports them, so no circle of files comes of it. */
const EXCEPTIONS: Record<string, string> = {
  'app/orders/order.route.tsx':
    'an order’s page composes orders and returns. A room of its own would hold this one page, apart from the list that leads to it',
}

const app = sourcesIn('app')
/** The folders of `app`. */
const ROOMS = new Set(app.filter(({ path }) => path.split('/').length > 2).map(({ room }) => room))
/** Rooms that all others may use. */
const FOUNDATIONS = new Set(['ui', 'platform', 'styles', 'language'])
const VENDORS =
  /(?:from |import\()'(@supabase\/|remix-toast|pino|prom-client|sharp|sanitize-html|lru-cache|hono|@hono\/)/
const isRoute = (path: string) => /\.route\.tsx?$/.test(path)

/** Every import from one room to another, types included. */
const crossings = app
  .filter(({ room }) => ROOMS.has(room) && !FOUNDATIONS.has(room))
  .flatMap(({ path, room, imports }) =>
    imports
      .filter(({ target }) => target.startsWith('app/'))
      .map(({ target }) => ({ path, from: room, to: target.split('/')[1] ?? '' }))
      .filter(({ from, to }) => ROOMS.has(to) && to !== from && !FOUNDATIONS.has(to)),
  )

/** Returns a graph of its edges. */
function graphOf(edges: readonly { from: string; to: string }[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

test('rooms use the rooms that ARROWS lists, and no others', () => {
  const declared = Object.entries(ARROWS).flatMap(([from, to]) => Object.keys(to).map((name) => `${from} → ${name}`))
  const used = crossings.map(({ from, to, path }) => ({ arrow: `${from} → ${to}`, path }))
  expect(used.filter(({ arrow }) => !declared.includes(arrow))).toEqual([])
  const stale = declared.filter((arrow) => !used.some((one) => one.arrow === arrow))
  expect(stale).toEqual([])
})

test('docs/architecture.md has each room with the rooms that it may use', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| \[(\w+)\]\(\S+\) +\|[^|]+\| ([^|]+?) +\|$/gm)
  const written = [...rows].map(([, room, uses]) => `${room}: ${uses}`)
  const declared = [...ROOMS]
    .filter((room) => !FOUNDATIONS.has(room))
    .map((room) => `${room}: ${Object.keys(ARROWS[room] ?? {}).join(', ') || '–'}`)
  expect(written).toEqual(expect.arrayContaining(declared))
})

test('rooms have no circular dependencies, but for EXCEPTIONS, which are needed', () => {
  const others = crossings.filter(({ path }) => !Object.hasOwn(EXCEPTIONS, path))
  expect(circlesOf(graphOf(others))).toEqual([])
  for (const exception of Object.keys(EXCEPTIONS)) {
    expect(isRoute(exception)).toBe(true)
    const withIt = crossings.filter(({ path }) => path === exception)
    expect([exception, circlesOf(graphOf([...others, ...withIt])).length]).toEqual([exception, 1])
  }
})

test('files have no circular imports, also not of types', () => {
  const edges = ['app', 'sandbox', 'scripts', 'supabase/functions', 'tests']
    .flatMap((folder) => sourcesIn(folder))
    .flatMap(({ path, imports }) => imports.map(({ target }) => ({ from: path, to: target })))
  expect(circlesOf(graphOf(edges))).toEqual([])
})

test('the folders of the sandbox have no circular dependencies', () => {
  const edges = sourcesIn('sandbox').flatMap(({ path, imports }) =>
    imports
      .map(({ target }) => ({ from: dirname(path), to: dirname(target) }))
      .filter(({ from, to }) => from !== to && from !== 'sandbox' && to !== 'sandbox'),
  )
  expect(edges.length).toBeGreaterThan(0)
  expect(circlesOf(graphOf(edges))).toEqual([])
})

test('ui uses no room, platform uses neither ui nor rooms', () => {
  const wrong = app
    .filter(({ room }) => room === 'ui' || room === 'platform')
    .flatMap(({ path, room, imports }) =>
      imports
        .filter(
          ({ target }) =>
            target.startsWith('app/') &&
            !target.startsWith(`app/${room}/`) &&
            !target.startsWith('app/language/') &&
            !(room === 'ui' && /^app\/(platform|styles)\//.test(target)),
        )
        .map(({ target }) => `${path} → ${target}`),
    )
  expect(wrong).toEqual([])
})

test('nobody imports a route, except its types', () => {
  const wrong = app.flatMap(({ path, imports }) =>
    imports.filter(({ target, isType }) => isRoute(target) && !isType).map(({ target }) => `${path} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('schemas, rules and components follow their restrictions', () => {
  for (const { path, imports, text } of app) {
    const values = imports.filter(({ isType }) => !isType).map(({ target }) => target)
    const servers = values.filter((target) => /\.server\.tsx?$/.test(target))
    if (path.endsWith('.schema.ts')) expect([path, servers]).toEqual([path, []])
    if (
      /\.server\.tsx?$/.test(path) &&
      !path.startsWith('app/platform') &&
      !/-actions\.server|entry\.server/.test(path)
    ) {
      expect([path, /new Response\(|return redirect/.test(text)]).toEqual([path, false])
    }
    const isRule = /^app\/(?!platform)[^.]+\.ts$/.test(path) && !isRoute(path) && path !== 'app/routes.ts'
    if (isRule) expect([path, servers, values.includes('react')]).toEqual([path, [], false])
  }
})

test('the environment is read in one place, clients are created in one place, vendors stay in platform', () => {
  const readers = app.filter(({ text }) => text.includes('process.env')).map(({ path }) => path)
  expect(readers).toEqual(['app/platform/env.server.ts'])
  const makers = app.filter(({ text }) => /\bcreateClient\b/.test(text)).map(({ path }) => path)
  expect(makers).toEqual(['app/platform/supabase/clients.server.ts'])
  const vendors = app
    .filter(({ room, text }) => room !== 'platform' && VENDORS.test(text.replace(/import type [^\n]*/g, '')))
    .map(({ path }) => path)
  expect(vendors).toEqual([])
})

test('app, sandbox and tests are separate', () => {
  expect(
    app.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => /^(sandbox|tests)\//.test(target)).map(({ target }) => `${path} → ${target}`),
    ),
  ).toEqual([])
  expect(
    sourcesIn('sandbox').flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.startsWith('app/')).map(({ target }) => `${path} → ${target}`),
    ),
  ).toEqual([])
  expect(app.filter(({ text }) => /if \(.*(mock|sandbox)/i.test(text)).map(({ path }) => path)).toEqual([])
})

test('there are no catch-all files or folders', () => {
  const drawers = app
    .filter(({ path }) => /(^|\/)(utils?|lib|helpers|misc|common|types)(\/|\.ts)/.test(path))
    .map(({ path }) => path)
  expect(drawers).toEqual([])
})

test('rooms refuse in one way: with a Result, by codes, dispatched by a table', () => {
  const servers = app.filter(
    ({ room, path }) => ROOMS.has(room) && room !== 'platform' && (isRoute(path) || path.includes('.server.')),
  )
  const holding = (pattern: RegExp) => servers.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  // remix-auth's strategies can only throw, so a refusal passes through it as an error.
  expect(holding(/class \w+ extends Error/)).toEqual(['app/account/sign-in/authenticator.server.ts'])
  expect(holding(/\.message [!=]==|\.test\((\w+\??\.)?message\)/)).toEqual([])
  expect(holding(/(?<!dispatch\(\w+(\.form)?)\.get\('intent'\)/)).toEqual([])
})

test('functions take only the parts of the request’s context that they need; routes and their actions take all of it', () => {
  const whole = app
    .filter(({ room }) => room !== 'platform')
    .filter(({ path }) => /\.server\.tsx?$/.test(path) && !/-actions\.server|entry\.server/.test(path))
    .filter(({ text }) => /: RequestContext\b/.test(text))
    .map(({ path }) => path)
  expect(whole).toEqual([])
})

test('the secret key is used only for the purposes and in the files listed here', () => {
  const uses = app
    .filter(({ room, text }) => room !== 'platform' && /serviceClient\(/.test(text))
    .map(
      ({ path, text }) => `${path}: ${[...text.matchAll(/serviceClient\([^']*'([^']+)'\)/g)].map(([, use]) => use)[0]}`,
    )
  expect(uses.toSorted()).toEqual([
    'app/account/deletion.server.ts: delete an account',
    'app/account/password/password.server.ts: check a password link',
    'app/account/sign-in/password-tags.server.ts: keep the tag of a password',
    'app/account/sign-in/phone-sign-in.server.ts: find the accounts of a phone number',
    'app/cart/price-cart.server.ts: price a cart',
    'app/catalog/discount-rounds.server.ts: start and end discounts and banners',
    'app/chat/actions/send-message.server.ts: store an attachment',
    'app/chat/conversations.server.ts: reply for the shop',
    'app/checkout/place-order.server.ts: place an order',
    'app/contact/contact.server.ts: keep contact messages',
    'app/couriers/ask-couriers.server.ts: ask couriers',
    'app/couriers/track-parcels.server.ts: track parcels',
    'app/desk/access/operators.server.ts: give and take roles',
    'app/desk/staff/invitations.server.ts: invite to the desk',
    'app/desk/staff/recovery-codes.server.ts: replace a lost second factor',
    'app/funnel/funnel-rounds.server.ts: count the funnel',
    'app/mails/mail-budget.server.ts: count mails to an address',
    'app/mails/outbox.server.ts: send order mails',
    'app/mails/rounds.server.ts: send order mails',
    'app/mails/words/words.server.ts: read the words of mails',
    'app/newsletter/newsletter.server.ts: keep newsletter subscriptions',
    'app/orders/confirm-order.server.ts: confirm cash orders',
    'app/orders/orders.server.ts: look up a guest’s order',
    'app/orders/own-order.server.ts: look up a guest’s order',
    'app/orders/tracking/track-order.server.ts: track an order',
    'app/payments/notification.server.ts: record a payment',
    'app/payments/payments.server.ts: record a payment',
    'app/payments/refunds-due.server.ts: list refunds',
    'app/payments/stale-payments.server.ts: record a payment',
    'app/profile/profile.server.ts: keep profile pictures',
    'app/restock/restock.server.ts: keep stock alerts',
    'app/restock/stock-mails.server.ts: send stock mails',
    'app/returns/open-returns.server.ts: keep returns',
    'app/returns/return-actions.server.ts: keep returns',
    'app/returns/returns.server.ts: keep returns',
    'app/reviews/reviews.server.ts: keep reviews',
    'app/shell/images.route.ts: show a picture',
    'app/shell/process/figures.server.ts: count for the metrics',
    'app/shell/shown-file.server.ts: show a picture',
    'app/shell/videos.route.ts: show a video',
  ])
  expect(
    app.filter(({ room, text }) => room !== 'platform' && /\.service\b/.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('rows become paisa in their schemas, so that no component gets rupees (XX-24)', () => {
  const holding = (pattern: RegExp) => app.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  // The listing's price filters are rupees that a shopper has typed.
  expect(holding(/\btoPaisa\b/).toSorted()).toEqual([
    'app/catalog/listing/applied-filters.ts',
    'app/platform/money.ts',
    'app/platform/supabase/stored-money.ts',
  ])
  const columns =
    'price|final_price|price_at_purchase|subtotal|savings|promo_discount|(delivery_)?fee|free_from|(refund_|total_)?amount|minimum'
  expect(holding(new RegExp(`\\b(${columns}): z\\.(coerce\\.)?number`))).toEqual([])
})

/** The files that send requests, with the reason. All requests to servers of others go through the first one. */
const REQUESTS: Record<string, string> = {
  'app/platform/ask-server.server.ts': 'requests to others, within bounds (decision 192)',
  'app/platform/supabase/backend-fetch.server.ts': 'requests to the shop’s own project',
  'app/platform/supabase/project-check.server.ts': 'checks the shop’s own project',
  'app/catalog/search-box.area.tsx': 'the browser asks the shop',
  'app/chat/live/submit-in-place.tsx': 'the browser asks the shop',
  'app/chat/live/use-live-messages.tsx': 'the browser asks the shop',
  'app/newsletter/newsletter-form.area.tsx': 'the browser asks the shop',
  'app/platform/hydration/in-place.ts': 'the browser asks the shop',
}
/** Packages that send requests of their own, with why they don't at the shop. */
const REQUESTING_PACKAGES: Record<string, string> = {
  'remix-auth-google': 'the strategy asks Google by askServer instead (rules/ask-server.test.ts)',
}

/** Returns the nodes of a syntax tree, but for names of properties. */
function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'property' || key === 'key') && !(node as { computed?: boolean }).computed
    if (isName || key === 'loc' || typeof value !== 'object' || value === null) continue
    for (const child of [value].flat() as (Node | null)[]) if (typeof child?.type === 'string') yield* nodesOf(child)
  }
}

/** Imports by which Node sends requests, and opens connections. */
const NODE_REQUESTS =
  /import \{[^}]*\b(?:request|get|connect|createConnection|Agent)\b[^}]*\} from 'node:(?:https?2?|net|tls)'/

test('all requests to servers of others go through one function', () => {
  const sending = app.filter(
    ({ syntax, text }) =>
      NODE_REQUESTS.test(text) ||
      /\b(?:globalThis|window|self)\.fetch\b|\bXMLHttpRequest\b|\bcreateRemoteJWKSet\b|'undici'/.test(text) ||
      [...nodesOf(syntax)].some((node) => node.type === 'Identifier' && node.name === 'fetch'),
  )
  expect(sending.map(({ path }) => path).toSorted()).toEqual(Object.keys(REQUESTS).toSorted())
  const packages = ['remix-auth-google', 'remix-auth-oauth2', 'axios', 'got', 'node-fetch', 'ky']
  const used = new Set(
    app.flatMap(({ imports }) => imports.filter(({ isType }) => !isType).map(({ target }) => target)),
  )
  expect(packages.filter((name) => used.has(name))).toEqual(Object.keys(REQUESTING_PACKAGES))
})

/** What is cut by itself at a length from which on it could be a text, since it is none that anybody wrote. */
const CUTS: Record<string, string> = {
  'app/account/sign-in/known-browser.server.ts': 'a list',
  'app/cart/cart.server.ts': 'a digest',
  'app/catalog/listing/listing-query.ts': 'a list',
  'app/chat/actions/chat-result.server.ts': 'a digest',
  'app/chat/live/moment.tsx': 'random digits',
  'app/chat/state/transitions.ts': 'a list',
  'app/content/company/works.route.tsx': 'a list',
  'app/desk/couriers/bills.route.ts': 'a list',
  'app/desk/import/columns.ts': 'a list',
  'app/desk/orders/order-query.ts': 'a list',
  'app/feeds/feed-file.server.ts': 'a digest',
  'app/feeds/feed-items.ts': 'a list',
  'app/platform/http/pipeline.server.ts': 'a list',
  'app/platform/images.server.ts': 'a digest',
  'app/platform/log.server.ts': 'a list',
  'app/product/product.route.tsx': 'a key of React',
  'app/product/structured-data.ts': 'a list',
  'app/shell/toasts.area.tsx': 'a list',
  'app/viewed/viewed.server.ts': 'a list',
}

test('texts are cut by cutText, which leaves no half of an emoji, but for CUTS', () => {
  const cut = /\.(?:slice|substring|substr)\((?:0, )?-?(?:[2-9]\d|\d{3,}|MAX_\w+|LONGEST\w*)\b/
  const cutting = app.filter(({ text }) => cut.test(text)).map(({ path }) => path)
  expect(cutting.toSorted()).toEqual(Object.keys(CUTS))
})
