import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Which rooms may use which others; all may use `ui` and `platform`. Each dependency has a line here, with its reason. */
const ARROWS: Record<string, string[]> = {
  // The profile has the address fields and saved addresses. The checkout draft is encrypted with the account's seal.
  // Delivery countries, prices and times are shown in many rooms.
  checkout: ['account', 'cart', 'profile', 'orders', 'payments', 'phone', 'delivery', 'mails', 'content'],
  // Orders and payments send mails.
  // Returns belong to an order; operators and the shopper are mailed.
  returns: ['orders', 'mails'],
  payments: ['orders', 'mails'],
  mails: ['orders', 'delivery', 'phone'],
  // The size guide measures a product's sizes, and decides whether one is preselected.
  catalog: ['sizes', 'delivery'],
  // Adding a size remembers it as the shopper's; a cart's totals are computed like an order's.
  cart: ['catalog', 'orders', 'sizes', 'delivery'],
  contact: ['phone'],
  content: ['orders', 'delivery'],
  // Signing in merges the cart and the wishlist.
  account: ['cart', 'phone', 'wishlist'],
  // The wishlist shows card data and moves products to the cart.
  wishlist: ['catalog', 'cart'],
  // Recently viewed products are shown as cards.
  viewed: ['catalog'],
  // Alert links are sealed like account links, and lead to a product.
  restock: ['account', 'catalog'],
  chat: ['orders', 'delivery'],
  home: ['catalog', 'cart', 'delivery'],
  // config:check looks for the texts of the content pages.
  // The header shows the shopper's name; parts of a cached page show the shopper's size and review, wishlist and recently viewed
  // products.
  shell: [
    'catalog',
    'cart',
    'newsletter',
    'content',
    'account',
    'sizes',
    'reviews',
    'wishlist',
    'viewed',
    'restock',
    'delivery',
  ],
  // The header shows a new name or picture immediately.
  profile: ['account', 'phone'],
  orders: ['phone', 'delivery'],
  // One stylesheet per page, chosen by name.
  ui: ['styles'],
}
/** Routes compose: a page may use other rooms, but never another route. */
const ROOMS = readdirSync('app', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const VENDORS = /from '(@supabase\/|remix-toast|pino|prom-client|sharp|sanitize-html|lru-cache|hono|@hono\/)/

interface Source {
  path: string
  room: string
  text: string
  imports: string[]
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('database.types'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      const imports = [...text.matchAll(/from '([^']+)'|import\('([^']+)'\)/g)]
        .map(([, one, other]) => one ?? other ?? '')
        .map((target) =>
          target.startsWith('~/')
            ? `app/${target.slice(2)}`
            : target.startsWith('.')
              ? normalize(join(dirname(path), target))
              : target,
        )
      return { path, room: path.split('/')[1] ?? '', text, imports }
    })
}

const app = sourcesIn('app')
const isRoute = (path: string) => /\.route(\.tsx?)?$/.test(path)

test('rooms use only the rooms that they may', () => {
  const wrong = app
    .filter(({ room, path }) => ROOMS.includes(room) && !isRoute(path))
    .flatMap(({ path, room, imports }) =>
      imports
        .filter((target) => target.startsWith('app/'))
        .map((target) => target.split('/')[1] ?? '')
        .filter((target) => ROOMS.includes(target) && target !== room && !['ui', 'platform', 'styles'].includes(target))
        .filter((target) => !ARROWS[room]?.includes(target))
        .map((target) => `${path} → ${target}`),
    )
  expect(wrong).toEqual([])
})

test('ui uses no room, platform uses neither ui nor rooms', () => {
  const wrong = app
    .filter(({ room }) => room === 'ui' || room === 'platform')
    .flatMap(({ path, room, imports }) =>
      imports
        .filter(
          (target) =>
            target.startsWith('app/') &&
            !target.startsWith(`app/${room}`) &&
            !(room === 'ui' && /^app\/(platform|styles)\//.test(target)),
        )
        .map((target) => `${path} → ${target}`),
    )
  expect(wrong).toEqual([])
})

test('rooms have no circular dependencies', () => {
  const reaches = (from: string, seen: string[] = []): string[] =>
    (ARROWS[from] ?? []).flatMap((next) => (seen.includes(next) ? [] : [next, ...reaches(next, [...seen, next])]))
  for (const room of Object.keys(ARROWS)) expect(reaches(room)).not.toContain(room)
})

test('nobody imports a route, except its types', () => {
  const wrong = app.flatMap(({ path, text, imports }) =>
    imports
      .filter((target) => target.startsWith('app/') && isRoute(target))
      .filter(
        (target) =>
          !new RegExp(
            `import type [^;\\n]*${target
              .split('/')
              .pop()
              ?.replace(/\.tsx?$/, '')}`,
          ).test(text),
      )
      .map((target) => `${path} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('schemas, rules and components follow their restrictions', () => {
  for (const { path, imports, text } of app) {
    const values = imports.filter(
      (target) => !new RegExp(`import type [^;]*from '[^']*${target.split('/').pop()}'`).test(text),
    )
    if (path.endsWith('.schema.ts'))
      expect([path, values.filter((target) => target.endsWith('.server'))]).toEqual([path, []])
    if (
      /\.server\.tsx?$/.test(path) &&
      !path.startsWith('app/platform') &&
      !/-actions\.server|entry\.server/.test(path)
    ) {
      expect([path, /new Response\(|return redirect/.test(text)]).toEqual([path, false])
    }
    const isRule = /^app\/(?!platform)[^.]+\.ts$/.test(path) && !isRoute(path) && path !== 'app/routes.ts'
    if (isRule)
      expect([path, values.filter((target) => target.endsWith('.server') || target === 'react')]).toEqual([path, []])
  }
})

test('the environment is read in one place, clients are created in one place, vendors stay in platform and payments', () => {
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
      imports.filter((target) => /^(sandbox|tests)\//.test(target)).map((target) => `${path} → ${target}`),
    ),
  ).toEqual([])
  expect(
    sourcesIn('sandbox').flatMap(({ path, imports }) =>
      imports.filter((target) => target.startsWith('app/')).map((target) => `${path} → ${target}`),
    ),
  ).toEqual([])
  expect(app.filter(({ text }) => /if \(.*(mock|sandbox)/i.test(text)).map(({ path }) => path)).toEqual([])
})

test('there are no catch-all folders, and no room is too large', () => {
  const drawers = app
    .filter(({ path }) => /(^|\/)(utils?|lib|helpers|misc|common|types)(\/|\.ts)/.test(path))
    .map(({ path }) => path)
  expect(drawers).toEqual([])
  // The platform's folders are counted separately, below.
  for (const room of ROOMS.filter((name) => name !== 'platform'))
    expect([room, app.filter((source) => source.room === room).length <= 34]).toEqual([room, true])
})

test('files have a limited length', () => {
  const long = app
    .filter(({ text }) => text.split('\n').length > 260)
    .map(({ path, text }) => `${path} ${text.split('\n').length}`)
  expect(long).toEqual([])
})

test('a folder of the platform holds at most 15 files', () => {
  const folders = Map.groupBy(
    app.filter(({ room }) => room === 'platform'),
    ({ path }) => dirname(path),
  )
  expect([...folders].filter(([, files]) => files.length > 15).map(([folder]) => folder)).toEqual([])
  expect([...folders.keys()].sort()).toEqual([
    'app/platform',
    'app/platform/cache',
    'app/platform/http',
    'app/platform/hydration',
    'app/platform/supabase',
  ])
})

test('rooms refuse in one way: with a Result, by codes, dispatched by a table', () => {
  const servers = app.filter(
    ({ room, path }) => ROOMS.includes(room) && room !== 'platform' && (isRoute(path) || path.includes('.server.')),
  )
  const holding = (pattern: RegExp) => servers.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  // remix-auth's strategies can only throw, so a refusal passes through it as an error.
  expect(holding(/class \w+ extends Error/)).toEqual(['app/account/authenticator.server.ts'])
  expect(holding(/\.message [!=]==|\.test\((\w+\??\.)?message\)/)).toEqual([])
  expect(holding(/(?<!dispatch\(\w+(\.form)?)\.get\('intent'\)/)).toEqual([])
})

test('functions take only the parts of the request’s context that they need; routes and their actions take all of it', () => {
  const whole = app
    .filter(({ room }) => room !== 'platform')
    .filter(({ path }) => /\.server\.tsx?$/.test(path) && !/-actions\.server|entry\.server/.test(path))
    .filter(({ text }) => /: RequestContext\b/.test(text))
    .map(({ path }) => path)
  // remix-auth's types require all of it.
  expect(whole).toEqual(['app/account/authenticator.server.ts'])
})

test('the secret key is used only for the purposes and in the files listed here', () => {
  const uses = app
    .filter(({ room, text }) => room !== 'platform' && /serviceClient\(/.test(text))
    .map(
      ({ path, text }) => `${path}: ${[...text.matchAll(/serviceClient\([^']*'([^']+)'\)/g)].map(([, use]) => use)[0]}`,
    )
  expect(uses.toSorted()).toEqual([
    'app/account/deletion.server.ts: delete an account',
    'app/account/password.server.ts: check a password link',
    'app/account/phone-sign-in.server.ts: find the accounts of a phone number',
    'app/chat/conversations.server.ts: reply for the shop',
    'app/checkout/place-order.server.ts: place an order for a guest',
    'app/mails/outbox.server.ts: send order mails',
    'app/mails/rounds.server.ts: send order mails',
    'app/orders/confirm-order.server.ts: confirm cash orders',
    'app/orders/orders-to-confirm.server.ts: confirm cash orders',
    'app/orders/orders.server.ts: look up a guest’s order',
    'app/orders/own-order.server.ts: look up a guest’s order',
    'app/payments/notification.server.ts: record a payment',
    'app/payments/refunds-due.server.ts: list refunds',
    'app/payments/stale-payments.server.ts: record a payment',
    'app/restock/restock.server.ts: keep stock alerts',
    'app/restock/stock-mails.server.ts: send stock mails',
    'app/returns/open-returns.server.ts: keep returns',
    'app/returns/return-actions.server.ts: keep returns',
    'app/returns/returns.server.ts: keep returns',
    'app/shell/images.route.ts: show a picture',
  ])
  expect(
    app.filter(({ room, text }) => room !== 'platform' && /\.service\b/.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('XX-24 rows become paisa in their schemas, so that no component gets rupees', () => {
  const holding = (pattern: RegExp) => app.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  // The listing's price filters are rupees that a shopper has typed.
  expect(holding(/\btoPaisa\b/).toSorted()).toEqual([
    'app/catalog/listing-query.ts',
    'app/platform/money.ts',
    'app/platform/supabase/stored-money.ts',
  ])
  const columns =
    'price|final_price|price_at_purchase|subtotal|savings|promo_discount|(delivery_)?fee|free_from|(refund_|total_)?amount|minimum'
  expect(holding(new RegExp(`\\b(${columns}): z\\.(coerce\\.)?number`))).toEqual([])
})
