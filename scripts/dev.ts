import { createServer } from 'node:http'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { createServer as createVite } from 'vite'
import { startSandbox } from './sandbox-process.ts'

/** `npm run dev`: runs the shop with hot reload, with the same sandbox and data as `npm start`. */
const port = Number(process.env.PORT ?? 3000)
const folder = process.env.SHOP_DATA ?? '.shop'
const shop = `http://localhost:${port}`

const sandbox = await startSandbox({ folder, shop, port: port + 1 }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
const http = createServer()
const vite = await createVite({
  server: { middlewareMode: { server: http }, hmr: { server: http } },
  appType: 'custom',
})
// Vite must load the build and the server from the same module graph, or there are two instances of each module.
const load = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
const { createShopServer, readSettings } = await vite.ssrLoadModule('./app/entry.server.tsx')
const settings = readSettings({
  LOG_LEVEL: 'warn',
  ...sandbox.settings,
  ...process.env,
  NODE_ENV: 'development',
  PUBLIC_URL: shop,
  PORT: String(port),
  SHOP_CACHE: join(folder, 'cache'),
})
const { server } = createShopServer({ settings, build: load })
http.on('request', (incoming, outgoing) =>
  vite.middlewares(incoming, outgoing, () => server.emit('request', incoming, outgoing)),
)
http.listen(port, 'localhost', () =>
  console.log(`\n  The shop, hot: ${shop}\n  The mailbox:   ${sandbox.settings.MAILBOX_URL}\n`),
)

async function end(): Promise<void> {
  await vite.close()
  await sandbox.stop()
  process.exit(0)
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
