import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readPageHeaders } from '../../app/platform/cache/page-headers.server.ts'

/** Sends the header lines as they stand. Returns the request as Node's server reads it. */
async function received(lines: string[]): Promise<IncomingMessage> {
  const server = createServer({ requireHostHeader: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.end(['GET / HTTP/1.1', ...lines, '', ''].join('\r\n'))
  const [incoming, outgoing] = await once(server, 'request')
  outgoing.end()
  server.closeAllConnections()
  server.close()
  return incoming
}

test.each([
  { lines: ['Host: shop.pk'] },
  { lines: ['host: shop.pk', 'ACCEPT-ENCODING: gzip, br', 'if-None-Match: "a", W/"b"', 'SAVE-data: on'] },
  { lines: ['Host: shop.pk', 'Cookie: cart=1', 'Accept-Encoding: gzip', 'Cookie: theme=2', 'accept-encoding: br;q=0'] },
  { lines: ['Host: shop.pk', 'Save-Data: off', 'save-data: on', 'If-None-Match: "a"', 'If-None-Match: "b"'] },
  { lines: ['Host: shop.pk', 'Authorization: Bearer a', 'X-Cookie: no', 'Cookies: no', 'Accept-Encodings: no'] },
])('reads what the page cache needs as Node does: $lines', async ({ lines }) => {
  const { rawHeaders, headers } = await received(lines)
  const { hosts, ...read } = readPageHeaders(rawHeaders)
  const names = ['cookie', 'authorization', 'save-data', 'accept-encoding', 'if-none-match']
  expect(read).toEqual(Object.fromEntries(names.filter((name) => headers[name]).map((name) => [name, headers[name]])))
  expect(hosts).toBe(1)
})

test('counts Host headers in every spelling', () => {
  expect(readPageHeaders([]).hosts).toBe(0)
  expect(readPageHeaders(['Host', 'shop.pk', 'HOST', 'other.pk', 'Hosts', 'no']).hosts).toBe(2)
})
