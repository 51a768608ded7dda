import type { JWTPayload } from 'jose'
import type { WebSocket } from 'ws'
import { joinSchema, nameOf, renewalSchema, subscriptionsFor, tokenProblem, type Channel } from './realtime-channel.ts'

const NO_ACCESS = 'You do not have permissions to read from this Channel topic: '

/** One message of a client. `ref` and `joinRef` are repeated in the reply. */
interface Message {
  joinRef: unknown
  ref: unknown
  topic: string
  event: string
  payload: unknown
}

/** One client's socket. It speaks Phoenix channels: serializer 1.0.0 with objects, or 2.0.0 with arrays. */
export class RealtimeConnection {
  #ws: WebSocket
  #version: string
  /** The API key of the connection, which counts for channels without an access token. */
  #key: string
  #readClaims: (token: string) => Promise<JWTPayload>
  #channels: Set<Channel>
  #joined = new Map<string, Channel>()

  constructor(
    ws: WebSocket,
    version: string,
    key: string,
    readClaims: (token: string) => Promise<JWTPayload>,
    channels: Set<Channel>,
  ) {
    this.#ws = ws
    this.#version = version
    this.#key = key
    this.#readClaims = readClaims
    this.#channels = channels
    ws.on('close', () => [...this.#joined.keys()].forEach((topic) => this.#leave(topic)))
    ws.on('error', () => ws.terminate())
    ws.on('message', (raw, isBinary) => {
      if (!isBinary) void this.#receive(parseMessage(String(raw)))
    })
  }

  async #receive(message: Message): Promise<void> {
    try {
      await this.#handle(message)
    } catch (error) {
      this.#reply(message, 'error', { reason: `UnknownErrorOnChannel: ${String(error)}` })
      this.#leave(message.topic)
    }
  }

  async #handle(message: Message): Promise<void> {
    const { topic, event, payload, ref, joinRef } = message
    if (event === 'heartbeat') return this.#reply(message, 'ok')
    if (event === 'phx_join') return this.#join(message)
    const channel = this.#joined.get(topic)
    if (!channel) return this.#reply(message, 'error', { reason: 'unmatched topic' })
    if (event === 'access_token') return this.#renew(channel, renewalSchema.parse(payload).access_token)
    if (event !== 'phx_leave') return this.#reply(message, 'error', { reason: 'not supported by the sandbox' })
    this.#leave(topic)
    this.#reply(message, 'ok')
    this.#send(topic, 'phx_close', {}, ref, joinRef)
  }

  async #join(message: Message): Promise<void> {
    const { topic, payload, joinRef } = message
    this.#leave(topic)
    const join = joinSchema.parse(payload)
    const subscriptions = subscriptionsFor(join.config.postgres_changes)
    const push = (name: string, body: unknown) => this.#send(topic, name, body, null, joinRef)
    const token = join.access_token ?? this.#key
    let claims
    try {
      claims = await this.#readClaims(token)
    } catch (error) {
      return this.#reply(message, 'error', { reason: tokenProblem(error) })
    }
    // The shop has no policies of `realtime.messages`.
    if (join.config.private)
      return this.#reply(message, 'error', { reason: `Unauthorized: ${NO_ACCESS}${nameOf(topic)}` })
    const channel: Channel = { topic, token, claims, subscriptions, push }
    this.#joined.set(topic, channel)
    this.#channels.add(channel)
    this.#scheduleExpiry(channel)
    this.#reply(message, 'ok', { postgres_changes: subscriptions.map(({ matches: _, ...rest }) => rest) })
    this.#subscribe(channel)
    push('presence_state', {})
  }

  #subscribe({ subscriptions, push, topic }: Channel): void {
    const message = 'Subscribed to PostgreSQL'
    if (subscriptions.length > 0)
      push('system', { status: 'ok', extension: 'postgres_changes', channel: nameOf(topic), message })
  }

  /** Takes a new access token, and subscribes again with its rights. API keys change nothing. */
  async #renew(channel: Channel, token: string | null | undefined): Promise<void> {
    if (!token || token.startsWith('sb_') || token === channel.token) return
    try {
      channel.claims = await this.#readClaims(token)
    } catch (error) {
      return this.#close(channel, tokenProblem(error))
    }
    channel.token = token
    this.#scheduleExpiry(channel)
    this.#subscribe(channel)
  }

  #close(channel: Channel, message: string): void {
    channel.push('system', { status: 'error', extension: 'system', message, channel: nameOf(channel.topic) })
    channel.push('phx_close', {})
    this.#leave(channel.topic)
  }

  /** Closes the channel when its access token expires. */
  #scheduleExpiry(channel: Channel): void {
    clearTimeout(channel.expiry)
    if (!channel.claims.exp) return
    const wait = Math.min(2 ** 31 - 1, channel.claims.exp * 1000 - Date.now())
    channel.expiry = setTimeout(() => this.#close(channel, 'Token has expired'), wait).unref()
  }

  #leave(topic: string): void {
    const channel = this.#joined.get(topic)
    if (!channel) return
    clearTimeout(channel.expiry)
    this.#channels.delete(channel)
    this.#joined.delete(topic)
  }

  #reply({ topic, ref, joinRef }: Message, status: string, response: unknown = {}): void {
    this.#send(topic, 'phx_reply', { status, response }, ref, joinRef)
  }

  #send(topic: string, event: string, payload: unknown, ref: unknown, joinRef: unknown): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    const isArray = this.#version === '2.0.0'
    const message = isArray ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef }
    this.#ws.send(JSON.stringify(message))
  }
}

function parseMessage(text: string): Message {
  const message = JSON.parse(text)
  const [joinRef, ref, topic, event, payload] = Array.isArray(message)
    ? message
    : [message.join_ref, message.ref, message.topic, message.event, message.payload]
  return { joinRef, ref, topic, event, payload }
}
