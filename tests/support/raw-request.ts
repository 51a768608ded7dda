import { connect, type Socket } from 'node:net'

/** A response read from a socket. */
export interface RawResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends raw bytes and reads until the server closes the connection. */
export async function rawRequest(url: string, text: string): Promise<RawResponse> {
  const socket = await openSocket(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(text)
  await closed
  return readResponse(Buffer.concat(chunks).toString('latin1'))
}

/** Parses the status line, the headers and the body. */
export function readResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
  )
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
