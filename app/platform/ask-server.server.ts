import { lookup } from 'node:dns'
import {
  request as requestPlainly,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'
import { request as requestSafely } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SECOND } from './time'

interface Question {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  /** The media types of which the body is read, such as `application/json` or `text/`. One without a type is read too. */
  types: readonly string[]
  /** Bytes of the body, after it is unpacked. */
  maxBytes: number
}

/** What another server responded. */
export interface Answer {
  status: number
  ok: boolean
  /** Null if it is of another media type than was asked for, or if the response is a redirect. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** The same as a text; '' for null. */
  text: string
}

/** A response had a longer body than was asked for; the rest isn't read. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** For a request with its whole response, in milliseconds. */
const TIMEOUT = 10 * SECOND

/**
 * Sends a request to a server that isn't the shop's own, and reads its response within bounds of time and size. Redirects aren't followed.
 * All requests to others go this way (decision 192). Throws if the server doesn't respond in time, and AnswerTooLong.
 */
export async function askServer(url: string, { types, maxBytes, ...init }: Question): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
  const { status, ok } = response
  const type = response.headers.get('content-type')?.trim().toLowerCase() ?? ''
  if ((status >= 300 && status < 400) || (type && !types.some((one) => type.startsWith(one)))) {
    await response.body?.cancel()
    return { status, ok, bytes: null, text: '' }
  }
  const bytes = await readBytes(response, maxBytes)
  return { status, ok, bytes, text: new TextDecoder().decode(bytes) }
}

/** An address that somebody typed leads to this machine, its network, or what else isn't for everybody. */
export class NotPublic extends Error {
  override name = 'NotPublic'
}

const MAX_REDIRECTS = 3

/** Whether a server may be asked: by its IP address, or null for a name that isn't looked up yet, and its port, '' for the usual one. */
type Judge = (address: string | null, port: string) => boolean

/** Leaves out this machine, its network, a cloud's metadata, and what is translated to one of these. */
const isPublic: Judge = (address, port) =>
  port === '' && (address === null || ipaddr.process(address).range() === 'unicast')

interface PublicQuestion extends Pick<Question, 'types' | 'maxBytes'> {
  /** What is posted; without it a file is fetched. */
  post?: { headers: OutgoingHttpHeaders; body: Uint8Array }
}

/**
 * Asks a server whose address somebody else has chosen, like `askServer`, but only public servers by their usual ports: each name and
 * each redirect is checked where it is connected to, so that a name that changes its address leads nowhere else. Redirects of a post
 * aren't followed. Throws NotPublic too.
 */
export async function askPublicServer(
  url: string,
  { types, maxBytes, post }: PublicQuestion,
  isAllowed: Judge = isPublic,
): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const options = post ? { signal, method: 'POST', headers: post.headers } : { signal }
  let address = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await connectTo(address, options, post?.body, isAllowed)
    const { statusCode: status = 0, headers } = response
    const type = headers['content-type']?.trim().toLowerCase() ?? ''
    const ok = status >= 200 && status < 300
    if (ok && types.some((one) => type.startsWith(one))) {
      const bytes = await readBytes({ body: response }, maxBytes)
      return { status, ok, bytes, text: '' }
    }
    response.destroy()
    if (post || status < 300 || status >= 400 || !headers.location || !URL.canParse(headers.location, address))
      return { status, ok, bytes: null, text: '' }
    address = new URL(headers.location, address).href
  }
  throw new Error('Too many redirects.')
}

function connectTo(
  address: string,
  options: RequestOptions,
  body: Uint8Array | undefined,
  isAllowed: Judge,
): Promise<IncomingMessage> {
  const { protocol, hostname, port, username, password } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isUsual = (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
  if (!isUsual || !isAllowed(isIP(host) === 0 ? null : host, port)) throw new NotPublic('The address isn’t public.')
  const request = protocol === 'https:' ? requestSafely : requestPlainly
  return new Promise((resolve, reject) => {
    request(
      address,
      {
        ...options,
        agent: false,
        lookup: (name, given, done) =>
          lookup(name, { ...given, all: true }, (error, found) => {
            if (error) return done(error, '')
            if (found.some((one) => !isAllowed(one.address, port)))
              return done(new NotPublic('The address isn’t public.'), '')
            if (given.all) return done(null, found)
            const [first = { address: '', family: 4 }] = found
            done(null, first.address, first.family)
          }),
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

async function readBytes(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the body.
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > maxBytes) throw new AnswerTooLong(`The response is longer than ${maxBytes} bytes.`)
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
