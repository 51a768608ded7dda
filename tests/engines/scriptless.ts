import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Starts a proxy that takes the scripts out of a shop's pages, since not every engine's driver can turn JavaScript off and still work. What
 * pages say to browsers without JavaScript is shown too.
 */
export async function startScriptless(shop: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => void forward(shop, incoming, outgoing))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

async function forward(shop: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { host: own = '', connection: _, ...received } = incoming.headers
  const toShop = (text: string) => text.replaceAll(`http://${own}`, shop)
  const headers = Object.entries({ ...received, 'accept-encoding': 'identity' }).map(
    ([name, value]): [string, string] => [name, toShop(String(value))],
  )
  const body = incoming.method === 'POST' ? await buffer(incoming) : undefined
  const response = await fetch(shop + incoming.url, { method: incoming.method, headers, body, redirect: 'manual' })
  for (const [name, value] of response.headers)
    if (!/^(connection|content-length|keep-alive|set-cookie|transfer-encoding)$/.test(name))
      outgoing.setHeader(name, value.replaceAll(shop, `http://${own}`))
  outgoing.setHeader('set-cookie', response.headers.getSetCookie())
  const bytes = Buffer.from(await response.arrayBuffer())
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  outgoing.writeHead(response.status).end(isPage ? withoutScripts(bytes.toString()) : bytes)
}

function withoutScripts(html: string): string {
  return html.replace(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '').replace(/<\/?noscript>/g, '')
}
