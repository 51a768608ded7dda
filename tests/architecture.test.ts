import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Which rooms may use which others; `ui` and `platform` are open to all. A new arrow is a line here, with its reason. */
const ARROWS: Record<string, string[]> = {
  // A new address's fields and saved addresses are the profile's.
  // Where the shop delivers, at what price and when, is read wherever it is said.
  checkout: ['cart', 'profile', 'orders', 'payments', 'phone', 'delivery', 'content'],
  payments: ['orders'],
  // A product's sizes are measured by the size guide, and some of them aren't chosen for the shopper.
  catalog: ['sizes', 'delivery'],
  // The size that is added is remembered as the shopper's own.
  cart: ['catalog', 'sizes', 'delivery'],
  contact: ['phone'],
  content: ['orders', 'delivery'],
  // Signing in brings the cart and the wishlist along.
  account: ['cart', 'phone', 'wishlist'],
  // A wish shows a card's facts and moves into the cart.
  wishlist: ['catalog', 'cart'],
  // What was looked at shows as cards.
  viewed: ['catalog'],
  // A mailed link is sealed as those of accounts are, and leads to a product.
  restock: ['account', 'catalog'],
  chat: ['orders', 'delivery'],
  home: ['catalog', 'cart', 'delivery'],
  // A deployment is checked for the texts that the content's pages show.
  // The header shows who is signed in; a cached page's places show the shopper's own size and review, wishes and what was
  // looked at.
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
  // A new name or picture shows in the header at once.
  profile: ['account', 'phone'],
  orders: ['phone', 'delivery'],
  // One stylesheet a page, chosen by name.
  ui: ['styles'],
}
/** Routes compose: a page may show what other rooms offer, never another route. */
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

test('rooms use only the rooms they may', () => {
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

test('ui knows no room, platform knows ui and rooms neither', () => {
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

test('no room circles back to itself', () => {
  const reaches = (from: string, seen: string[] = []): string[] =>
    (ARROWS[from] ?? []).flatMap((next) => (seen.includes(next) ? [] : [next, ...reaches(next, [...seen, next])]))
  for (const room of Object.keys(ARROWS)) expect(reaches(room)).not.toContain(room)
})

test('a route is imported by nobody, but for its types', () => {
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

test('schemas, rules and components keep to their kind', () => {
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

test('the environment is read in one place, clients are made in one place, vendors stay in platform and payments', () => {
  const readers = app.filter(({ text }) => text.includes('process.env')).map(({ path }) => path)
  expect(readers).toEqual(['app/platform/env.server.ts'])
  const makers = app.filter(({ text }) => /\bcreateClient\b/.test(text)).map(({ path }) => path)
  expect(makers).toEqual(['app/platform/supabase/clients.server.ts'])
  const vendors = app
    .filter(({ room, text }) => room !== 'platform' && VENDORS.test(text.replace(/import type [^\n]*/g, '')))
    .map(({ path }) => path)
  expect(vendors).toEqual([])
})

test('app, sandbox and tests keep apart', () => {
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

test('no drawers, and no room larger than it can be looked through', () => {
  const drawers = app
    .filter(({ path }) => /(^|\/)(utils?|lib|helpers|misc|common|types)(\/|\.ts)/.test(path))
    .map(({ path }) => path)
  expect(drawers).toEqual([])
  // The platform's folders are counted one by one, below.
  for (const room of ROOMS.filter((name) => name !== 'platform'))
    expect([room, app.filter((source) => source.room === room).length <= 34]).toEqual([room, true])
})

test('files are as long as they can be read', () => {
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

test('rooms refuse in one way: by a Result, told by codes, dispatched by a table', () => {
  const servers = app.filter(
    ({ room, path }) => ROOMS.includes(room) && room !== 'platform' && (isRoute(path) || path.includes('.server.')),
  )
  const holding = (pattern: RegExp) => servers.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  // remix-auth's strategies can only throw, so a refusal travels through it as an error.
  expect(holding(/class \w+ extends Error/)).toEqual(['app/account/authenticator.server.ts'])
  expect(holding(/\.message [!=]==|\.test\((\w+\??\.)?message\)/)).toEqual([])
  expect(holding(/(?<!dispatch\(\w+(\.form)?)\.get\('intent'\)/)).toEqual([])
})

test('functions take what they need of the request’s context; the whole of it only routes and their actions', () => {
  const whole = app
    .filter(({ room }) => room !== 'platform')
    .filter(({ path }) => /\.server\.tsx?$/.test(path) && !/-actions\.server|entry\.server/.test(path))
    .filter(({ text }) => /: RequestContext\b/.test(text))
    .map(({ path }) => path)
  // remix-auth's types want all of it.
  expect(whole).toEqual(['app/account/authenticator.server.ts'])
})

test('the secret key is used for what is named, in the files named here', () => {
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
    'app/checkout/confirmation-mail.server.ts: read the items of a new order',
    'app/checkout/place-order.server.ts: place an order for a guest',
    'app/orders/orders.server.ts: look up a guest’s order',
    'app/payments/notification.server.ts: record a payment',
    'app/payments/refunds-due.server.ts: list refunds',
    'app/payments/stale-payments.server.ts: record a payment',
    'app/restock/restock.server.ts: keep stock alerts',
    'app/restock/stock-mails.server.ts: send stock mails',
    'app/shell/images.route.ts: show a picture',
  ])
  expect(
    app.filter(({ room, text }) => room !== 'platform' && /\.service\b/.test(text)).map(({ path }) => path),
  ).toEqual([])
})
