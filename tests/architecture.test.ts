import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circlesOf, sourcesIn } from './support/sources.ts'

/**
 * Which rooms use which others, each with the reason. All may use `ui` and `platform`. The table is compared with the imports: it lists
 * what they use, and nothing else.
 */
const ARROWS: Record<string, Record<string, string>> = {
  account: {
    cart: 'signing in merges the browser’s cart into the shopper’s',
    mails: 'the words of a mail about an existing account',
    orders: 'an account that is made on the page of a guest’s order takes the order',
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
    sums: 'the cart shows what an order of it would cost',
  },
  chat: {
    delivery: 'answers quote the terms of delivery',
    orders: 'the chat shows an order and its status',
  },
  checkout: {
    account: 'the page after a guest’s order offers an account',
    address: 'an order goes to an address, typed or saved',
    cart: 'the checkout orders the cart',
    catalog: 'an order that is changed offers the sizes and colours that its products have',
    contact: 'the checkout says how to ask',
    content: 'the assurance below the button is a text of the content pages',
    delivery: 'the country decides the fee and the arrival',
    mails: 'a new order is confirmed by mail',
    orders: 'the checkout makes an order, and shows it afterwards',
    payments: 'the checkout leads to the payment',
    phone: 'the rider calls before delivery',
    profile: 'the form knows the shopper’s name and phone number',
    returns: 'the page after the order helps with it',
    sums: 'the checkout shows what the order costs',
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
    sums: 'operators see what shoppers see of the sums',
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
    sums: 'an invoice has the sums of its order',
  },
  mails: {
    address: 'a mail says where an order goes',
    catalog: 'a mail in Urdu has the Urdu of names such as colours',
    contact: 'a mail says how to reach the shop',
    delivery: 'a mail says when the order arrives',
    orders: 'mails are about orders',
    sums: 'mails about an order say what it costs',
  },
  newsletter: { mails: 'the words of the welcome' },
  orders: {
    address: 'an order has the parts of an address',
    catalog: 'a page without orders shows what sells best',
    delivery: 'an order says when it arrives',
    phone: 'an order shows and checks the phone number of its address',
    returns: 'an order’s page shows its returns (EXCEPTIONS)',
    sums: 'an order has its sums',
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
    delivery: 'the address book says where the shop delivers',
    phone: 'the profile and its addresses have phone numbers',
  },
  restock: {
    catalog: 'an alert is for a product’s size',
    mails: 'the words of the mails about it',
  },
  returns: {
    catalog: 'an exchange may be for another product, which is searched for',
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
    sizes: 'a listing leads to what is in stock in the shopper’s size',
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

test('rooms have no circular dependencies, but for EXCEPTIONS, which are needed', () => {
  const others = crossings.filter(({ path }) => !Object.hasOwn(EXCEPTIONS, path))
  expect(circlesOf(graphOf(others))).toEqual([])
  for (const exception of Object.keys(EXCEPTIONS)) {
    expect(isRoute(exception)).toBe(true)
    const withIt = crossings.filter(({ path }) => path === exception)
    expect([exception, circlesOf(graphOf([...others, ...withIt])).length]).toEqual([exception, 1])
  }
})

/** What may not be imported, by whom; all but the first three allow types. */
const FORBIDDEN: [by: RegExp, target: RegExp][] = [
  [/^app\/platform\//, /^app\/(?!platform\/|language\/)/],
  [/^app\/ui\//, /^app\/(?!ui\/|platform\/|styles\/|language\/)/],
  [/^app\//, /^(sandbox|tests)\//],
  [/^sandbox\//, /^app\//],
  [/^app\//, /\.route\.tsx?$/],
  [/^app\/.*\.schema\.ts$/, /\.server\.tsx?$/],
  // Pure functions.
  [/^app\/(?!platform|routes\.ts)[^.]+\.ts$/, /\.server\.tsx?$|^react$/],
  // Vendors stay in the platform.
  [/^app\/(?!platform)/, /^(@supabase\/|remix-toast|pino|prom-client|sharp|sanitize-html|lru-cache|hono|@hono\/)/],
]

test('the platform knows no room, nobody imports a route, and vendors, schemas and pure functions keep to themselves', () => {
  const wrong = [...app, ...sourcesIn('sandbox')].flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isType }) =>
        FORBIDDEN.some(([by, what], place) => by.test(path) && what.test(target) && (place < 3 || !isType)),
      )
      .map(({ target }) => `${path} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('the platform and ui mention no table, function, bucket or mail of the shop', () => {
  const sql = ['supabase/schemas', 'supabase/migrations']
    .flatMap((folder) => readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8')))
    .join('\n')
  const declared = [...sql.matchAll(/^create (?:table|view|(?:or replace )?function) (?:public|shop)\.(\w+)/gm)]
  const mails = readdirSync('supabase/functions').filter((name) => name.startsWith('send-'))
  // A single word, such as `orders`, has other meanings too.
  const names = [...new Set(declared.map(([, name = '']) => name)), ...mails].filter((name) => /[_-]/.test(name))
  expect(names.length).toBeGreaterThan(300)
  const any = new RegExp(`\\b(${names.join('|')})\\b`)
  const found = app
    .filter(({ room }) => room === 'platform' || room === 'ui')
    .flatMap(
      ({ path, text }) =>
        any
          .exec(text)
          ?.slice(1)
          .map((name) => `${path}: ${name}`) ?? [],
    )
  expect(found).toEqual([])
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
    'app/mails/pushes.server.ts: tell browsers of orders',
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
  const makers = app.filter(({ text }) => /\bcreateClient\b/.test(text)).map(({ path }) => path)
  expect(makers).toEqual(['app/platform/supabase/clients.server.ts'])
  expect(
    app.filter(({ room, text }) => room !== 'platform' && /\.service\b/.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('rows become paisa in their schemas, so that no component gets rupees (XX-24)', () => {
  const holding = (pattern: RegExp) => app.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  // Prices to filter by are rupees that a shopper has typed.
  expect(holding(/\btoPaisa\b/).toSorted()).toEqual([
    'app/catalog/listing/applied-filters.ts',
    'app/catalog/suggestions.server.ts',
    'app/platform/money.ts',
    'app/platform/supabase/stored-money.ts',
  ])
  const columns =
    'price|final_price|price_at_purchase|subtotal|savings|promo_discount|(delivery_)?fee|free_from|(refund_|total_)?amount|minimum'
  expect(holding(new RegExp(`\\b(${columns}): z\\.(coerce\\.)?number`))).toEqual([])
})

test('one component shows old prices, since screen readers don’t say that a text is struck through', () => {
  expect(app.filter(({ text }) => text.includes('<s>')).map(({ path }) => path)).toEqual(['app/ui/old-price.tsx'])
})
