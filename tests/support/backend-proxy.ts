import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { CallRounds } from './call-rounds.ts'
import { SocketPairs } from './socket-pairs.ts'

/** A fault of the matching calls, as long as it is set. */
export interface Fault {
  /** Matches calls whose path contains this. */
  path: RegExp
  /** Matches only this method; any when left out. */
  method?: string
  kind: 'status' | 'hang' | 'reset' | 'html' | 'truncated' | 'lost response' | 'slow'
  status?: number
  headers?: Record<string, string>
  /** Breaks only one of so many matching calls. */
  oneOf?: number
  /** How many calls it breaks before it is removed; all when left out. */
  times?: number
  /** The body of the broken response, as JSON. */
  body?: string
  milliseconds?: number
  /** What happens before a slow call is passed on, in place of the milliseconds. */
  until?: () => Promise<unknown>
}

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
  /** Whether a fault broke it. */
  isBroken: boolean
}

/** A proxy between shop and backend that records every call and can break calls. */
export interface BackendProxy {
  url: string
  calls: Call[]
  fault: Fault | null
  /** Holds responses, while it is set. */
  rounds: CallRounds | null
  /** Cuts every open WebSocket, like a network failure. */
  cutSockets: () => void
  close: () => Promise<void>
}

export async function startProxy(target: string): Promise<BackendProxy> {
  const calls: Call[] = []
  let matched = 0
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      const url = new URL(incoming.url ?? '/', target)
      const { fault: set, rounds } = proxy
      rounds?.begin(`${incoming.method} ${url.pathname}`)
      const isMatch = set?.path.test(url.pathname) && (set.method ?? incoming.method) === incoming.method
      const isTurn = isMatch && (matched += 1) % (set?.oneOf ?? 1) === 0
      const fault = isTurn && set ? set : null
      calls.push({
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: body.toString(),
        isBroken: fault !== null,
      })
      if (fault?.times !== undefined && (fault.times -= 1) <= 0) proxy.fault = null
      if (fault?.kind === 'hang') return
      if (fault?.kind === 'reset') return void incoming.socket.destroy()
      if (fault?.kind === 'status')
        return void outgoing
          .writeHead(fault.status ?? 500, { 'content-type': 'application/json', ...fault.headers })
          .end(fault.body ?? '{"message":"broken"}')
      if (fault?.kind === 'html')
        return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>')
      if (fault?.kind === 'truncated')
        return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"products": [{"id"')
      const pass = () => forward(url, incoming, outgoing, body, fault?.kind === 'lost response', rounds)
      if (fault?.until) void fault.until().then(pass)
      else if (fault?.kind === 'slow') setTimeout(pass, fault.milliseconds)
      else pass()
    })
  })
  const sockets = new SocketPairs()
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    if (proxy.fault?.path.test(new URL(incoming.url ?? '/', target).pathname)) return socket.destroy()
    const onward = connect(Number(new URL(target).port), new URL(target).hostname)
    const lines = incoming.rawHeaders.flatMap((name, place, all) => (place % 2 ? [] : [`${name}: ${all[place + 1]}`]))
    onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    sockets.join(socket, onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxy: BackendProxy = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    calls,
    fault: null,
    rounds: null,
    cutSockets: () => sockets.cut(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.cut()
        server.closeAllConnections()
      }),
  }
  return proxy
}

function forward(
  url: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
  losesAnswer: boolean,
  rounds: CallRounds | null,
): void {
  const onward = send(
    url,
    { method: incoming.method, headers: { ...incoming.headers, host: url.host } },
    async (response) => {
      await rounds?.end()
      if (losesAnswer) {
        response.resume()
        response.on('end', () => incoming.socket.destroy())
        return
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    },
  )
  onward.on('error', () => incoming.socket.destroy())
  onward.end(body)
}
