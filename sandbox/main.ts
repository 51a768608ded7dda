import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { keysOf, lock } from './data-folder.ts'
import { google } from './google/google.ts'
import { gopayfast } from './gopayfast/gopayfast.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { payfast } from './payfast/payfast.ts'
import { gateway } from './supabase/gateway.ts'
import { openSupabase } from './supabase/open.ts'
import { realtime } from './supabase/realtime.ts'

/**
 * The sandbox: stand-ins for Supabase, both payment providers, Google and a mail provider, on loopback, in a process of their own.
 *
 *   node sandbox/main.ts --folder .shop --snapshots .cache --shop http://localhost:3000 --port 3001 --seeds sample
 *
 * Takes four ports from --port on (0: any free ones), says { settings } to its parent when it is ready, and ends on
 * SIGTERM or when its parent goes.
 */
const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '.shop' },
    snapshots: { type: 'string', default: '.cache' },
    shop: { type: 'string', default: 'http://localhost:3000' },
    port: { type: 'string', default: '3001' },
    seeds: { type: 'string', default: 'sample' },
  },
})

type Fetch = (request: Request) => Promise<Response>

/** A server on loopback whose handler may come later: addresses have to be known before the services that use them. */
async function listen(port: number): Promise<{ server: Server; url: string; serve: (fetch: Fetch) => void }> {
  let answer: Fetch = async () => new Response('The sandbox is starting.', { status: 503 })
  const server = createServer(getRequestListener((request) => answer(request), { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return { server, url, serve: (fetch) => (answer = fetch) }
}

async function main(): Promise<void> {
  lock(options.folder)
  const keys = keysOf(options.folder)
  const first = Number(options.port)
  const at = (place: number) => listen(first && first + place)
  const [supabaseAt, payfastAt, googleAt, mailboxAt] = await Promise.all([at(0), at(1), at(2), at(3)])

  const mails = mailbox(join(options.folder, 'mails.jsonl'))
  const merchant = { merchantId: '10000100', merchantKey: '46f0cd694581a', passphrase: 'jasmine-sandbox' }
  const gopayfastMerchant = { merchantId: '102', securedKey: 'sandbox-secured-key' }
  const googleSettings = { issuer: googleAt.url, clientId: 'sandbox-client', clientSecret: 'sandbox-client-secret' }
  mailboxAt.serve(mails.fetch)
  // Both payment providers on one port; their paths differ.
  const [ofPayfast, ofGopayfast] = [payfast(merchant), gopayfast(gopayfastMerchant)]
  payfastAt.serve((request) =>
    new URL(request.url).pathname.startsWith('/Ecommerce/') ? ofGopayfast(request) : ofPayfast(request),
  )
  googleAt.serve(await google(googleSettings))

  const settings = {
    folder: options.folder,
    snapshots: options.snapshots,
    seeds: options.seeds === 'production' ? ('production' as const) : ('sample' as const),
    siteUrl: options.shop,
    ...keys,
    sendMail: async (mail: { to: string; subject: string; html?: string; text?: string }) => void mails.receive(mail),
    idProviders: {
      google: { keys: `${googleAt.url}/keys`, issuers: [googleAt.url], audience: googleSettings.clientId },
    },
    functionSettings: {
      MAIL_API_URL: mailboxAt.url,
      MAIL_API_KEY: 'sandbox',
      MAIL_FROM: 'Chambeli <hello@chambeli.example>',
      MAIL_SHOP_ADDRESS: 'hello@chambeli.example',
      SHOP_SECRET_KEY: keys.secretKey,
    },
  }
  const supabase = await openSupabase(settings)
  supabaseAt.serve(await gateway(supabase, settings))
  const live = await realtime(supabaseAt.server, supabase, settings)
  // What pg_cron runs on a hosted project.
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
    for (const { server } of [supabaseAt, payfastAt, googleAt, mailboxAt]) {
      server.close()
      server.closeAllConnections()
    }
    await supabase.exclusively((database) => database.close())
    process.exit(0)
  }
  process.on('SIGTERM', () => void close())
  process.on('SIGINT', () => void close())
  process.on('disconnect', () => void close())

  process.send?.({
    settings: {
      SUPABASE_URL: supabaseAt.url,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      SESSION_SECRET: keys.sessionSecret,
      PAYFAST_MODE: 'sandbox',
      PAYFAST_PROCESS_URL: `${payfastAt.url}/eng/process`,
      PAYFAST_VALIDATE_URL: `${payfastAt.url}/eng/query/validate`,
      PAYFAST_MERCHANT_ID: merchant.merchantId,
      PAYFAST_MERCHANT_KEY: merchant.merchantKey,
      PAYFAST_PASSPHRASE: merchant.passphrase,
      PAYFAST_SOURCES: '127.0.0.1,::1',
      GOPAYFAST_URL: payfastAt.url,
      GOPAYFAST_MERCHANT_ID: gopayfastMerchant.merchantId,
      GOPAYFAST_SECURED_KEY: gopayfastMerchant.securedKey,
      GOOGLE_AUTHORIZE_URL: `${googleAt.url}/authorize`,
      GOOGLE_TOKEN_URL: `${googleAt.url}/token`,
      GOOGLE_USERINFO_URL: `${googleAt.url}/userinfo`,
      GOOGLE_CLIENT_ID: googleSettings.clientId,
      GOOGLE_CLIENT_SECRET: googleSettings.clientSecret,
      RETURN_DAYS: '14',
      MAILBOX_URL: mailboxAt.url,
      SUPABASE_JWT_SECRET: keys.jwtSecret,
    },
  })
}

main().catch((error: unknown) => {
  process.send?.({ problem: error instanceof Error ? error.message : String(error) })
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
