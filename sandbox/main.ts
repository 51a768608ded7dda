import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { loadKeys, lock } from './data-folder.ts'
import { google } from './google/google.ts'
import { gopayfast } from './gopayfast/gopayfast.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { payfast } from './payfast/payfast.ts'
import { PATH as POSTEX_PATH, postex } from './postex/postex.ts'
import { gateway } from './supabase/gateway.ts'
import { GOOGLE_CLIENT, GOPAYFAST_MERCHANT, MERCHANT, POSTEX_MERCHANT, shopSettings } from './shop-settings.ts'
import type { Gateway } from './supabase/gateway-parts.ts'
import { openSupabase } from './supabase/open.ts'
import { realtime } from './supabase/realtime.ts'

/**
 * The sandbox: stand-ins for Supabase, both payment providers, PostEx, Google and a mail provider, on loopback, in a separate process.
 *
 *   node sandbox/main.ts --folder .shop --snapshots .cache --shop http://localhost:3000 --port 3001 --seeds sample
 *
 * Its database is a PGlite, or with --postgres on the server whose sockets are in that folder. It uses four ports from --port on (0: any
 * free ones), sends { settings } to its parent when it is ready, and stops on SIGTERM or when its parent exits.
 */
const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '.shop' },
    snapshots: { type: 'string', default: '.cache' },
    shop: { type: 'string', default: 'http://localhost:3000' },
    port: { type: 'string', default: '3001' },
    seeds: { type: 'string', default: 'sample' },
    postgres: { type: 'string' },
  },
})

type Fetch = (request: Request) => Promise<Response>

/** Starts a server on loopback. Its handler is set later, because the services need each other's addresses. */
async function listen(port: number): Promise<{ server: Server; url: string; serve: (fetch: Fetch) => void }> {
  let handler: Fetch = async () => new Response('The sandbox is starting.', { status: 503 })
  const server = createServer(getRequestListener((request) => handler(request), { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return { server, url, serve: (fetch) => (handler = fetch) }
}

type Keys = ReturnType<typeof loadKeys>
type Servers = Awaited<ReturnType<typeof openServers>>

async function openServers() {
  const firstPort = Number(options.port)
  const at = (offset: number) => listen(firstPort && firstPort + offset)
  const [supabase, payfastServer, googleServer, mailboxServer] = await Promise.all([at(0), at(1), at(2), at(3)])
  return { supabase, payfast: payfastServer, google: googleServer, mailbox: mailboxServer }
}

async function main(): Promise<void> {
  lock(options.folder)
  const keys = loadKeys(options.folder)
  const servers = await openServers()
  const mails = mailbox(join(options.folder, 'mails.jsonl'))
  servers.mailbox.serve(mails.fetch)
  // Both payment providers and PostEx on one port; their paths differ.
  const byPath = {
    '/Ecommerce/': gopayfast(GOPAYFAST_MERCHANT),
    [POSTEX_PATH]: postex(POSTEX_MERCHANT),
    '/': payfast(MERCHANT),
  }
  servers.payfast.serve(async (request) => {
    const { pathname } = new URL(request.url)
    return (
      Object.entries(byPath).find(([path]) => pathname.startsWith(path))?.[1](request) ??
      new Response(null, { status: 404 })
    )
  })
  servers.google.serve(await google({ issuer: servers.google.url, ...GOOGLE_CLIENT }))

  const settings = projectSettings(keys, servers, async (mail) => void mails.receive(mail))
  const supabase = await openSupabase(settings)
  servers.supabase.serve(await gateway(supabase, settings))
  const live = await realtime(servers.supabase.server, supabase, settings)
  // pg_cron runs this on a hosted project.
  const everyMinute = setInterval(() => {
    supabase
      .exclusively((database) => database.query('select public.flag_stale_payments()'))
      .catch((error: unknown) => console.error('Stale payments were not flagged:', error))
  }, 60_000)

  let isClosing = false
  async function close(): Promise<void> {
    if (isClosing) return
    isClosing = true
    clearInterval(everyMinute)
    live.close()
    for (const { server } of Object.values(servers)) {
      server.close()
      server.closeAllConnections()
    }
    await supabase.exclusively((database) => database.close())
    process.exit(0)
  }
  process.on('SIGTERM', () => void close())
  process.on('SIGINT', () => void close())
  process.on('disconnect', () => void close())
  process.send?.({ settings: shopSettings(keys, servers) })
}

function projectSettings(keys: Keys, servers: Servers, sendMail: Gateway['settings']['sendMail']): Gateway['settings'] {
  const audience = GOOGLE_CLIENT.clientId
  return {
    folder: options.folder,
    snapshots: options.snapshots,
    postgres: options.postgres,
    seeds: options.seeds === 'production' ? 'production' : 'sample',
    siteUrl: options.shop,
    ...keys,
    sendMail,
    idProviders: { google: { keys: `${servers.google.url}/keys`, issuers: [servers.google.url], audience } },
    functionSettings: {
      MAIL_API_URL: servers.mailbox.url,
      MAIL_API_KEY: 'sandbox',
      MAIL_FROM: 'Chambeli <hello@chambeli.example>',
      MAIL_SHOP_ADDRESS: 'hello@chambeli.example',
      SHOP_SECRET_KEY: keys.secretKey,
    },
  }
}

main().catch((error: unknown) => {
  process.send?.({ problem: error instanceof Error ? error.message : String(error) })
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
