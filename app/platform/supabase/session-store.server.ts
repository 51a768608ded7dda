import { isAuthSessionMissingError, type Session } from '@supabase/supabase-js'
import { LRUCache } from 'lru-cache'
import { declareCookie, type Cookies } from '../cookies.server'
import { describeError, type Log } from '../log.server'
import { DAY, MINUTE, SECOND } from '../time'
import type { Backends } from './clients.server'
import { refreshTokens } from './refresh-tokens.server'
import { readClaims, storedSession, storedSessionSchema, type StoredSession } from './stored-session.server'
import { Visitor, type Claimed, type Shopper } from './session.server'

const sessionCookie = declareCookie({ name: 'website_session' })
const PERSISTENT_SESSION_SECONDS = (30 * DAY) / SECOND

/** The visitor of a request, and the Set-Cookie headers to send. */
export interface FoundSession {
  visitor: Visitor
  cookies: string[]
}

/** The session is refreshed if it expires within 90 seconds (A30). */
const REFRESH_WITHIN_SECONDS = 3 * 30
/** How long Auth's confirmation of a session is cached: a session ended by another process ends here within five seconds (decision 33). */
const CHECK_TTL = 4 * SECOND
/** Longer than an access token lasts. */
const ENDED_TTL = 90 * MINUTE
const MAX_REMEMBERED = 5_000

/** Auth's response about a session. */
interface Check {
  userId: string
  isLive: Promise<boolean>
  until: number
}

/** Sessions in encrypted cookies. Only the shop writes them, with tokens from Auth, so their claims can be trusted. */
export class Sessions {
  #cookies: Cookies
  #backends: Backends
  #log: Log
  #refreshing = new Map<string, Promise<StoredSession | null>>()
  /** By access token. */
  #checked = new LRUCache<string, Check>({ max: MAX_REMEMBERED })
  #ended = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: ENDED_TTL })

  constructor(cookies: Cookies, backends: Backends, log: Log) {
    this.#cookies = cookies
    this.#backends = backends
    this.#log = log
  }

  /** Reads the session cookie, and refreshes the session if it expires soon. During an outage of Auth the session stays. */
  async find(cookieHeader: string | null, clientAddress: string, isReading = false): Promise<FoundSession> {
    const parsed = storedSessionSchema.safeParse(await this.#cookies.of(sessionCookie).parse(cookieHeader))
    if (!parsed.success) return { visitor: new Visitor(this, null), cookies: [] }
    const stored = parsed.data
    const renewed = await this.renew(stored, clientAddress)
    if (!renewed) return { visitor: new Visitor(this, null), cookies: [await this.end()] }
    const cookies = renewed === stored ? [] : [await this.#serialize(renewed)]
    return { visitor: new Visitor(this, readClaims(renewed, clientAddress), isReading), cookies }
  }

  /** Returns the session, refreshed if it expires soon; null if it has ended. During an outage of Auth it stays as it is. */
  async renew(stored: StoredSession, clientAddress: string): Promise<StoredSession | null> {
    const isGood = stored.expires - Date.now() / SECOND > REFRESH_WITHIN_SECONDS
    return isGood ? stored : this.#refreshOnce(stored, clientAddress)
  }

  /** Returns the cookie of a new session, which is persistent or, without `keep`, ends with the browser session. */
  start(session: Session, keep: boolean): Promise<string> {
    return this.#serialize(storedSession(session, keep))
  }

  /** Returns the cookie that ends a session. */
  end(): Promise<string> {
    return this.#cookies.of(sessionCookie).serialize('', { maxAge: 0 })
  }

  /** Whether this process knows that the session has ended. */
  hasEnded({ accessToken }: Claimed): boolean {
    return this.#ended.has(accessToken)
  }

  /** Returns the shopper, or null if the session has ended. During an outage of Auth the session counts as live. */
  async verify(claimed: Claimed): Promise<Shopper | null> {
    return (await this.#isLive(claimed)) ? this.asShopper(claimed) : null
  }

  /** The only place that makes a Shopper, for `verify`, and for `Visitor.find` while Auth is asked. */
  asShopper(claimed: Claimed): Shopper {
    return { ...claimed, db: this.#backends.asShopper(claimed.accessToken) } as Shopper
  }

  #isLive(claimed: Claimed): Promise<boolean> {
    if (this.hasEnded(claimed)) return Promise.resolve(false)
    const known = this.#checked.get(claimed.accessToken)
    if (known && known.until > performance.now()) return known.isLive
    // Cached before it resolves, so that the loaders of a page share one call.
    return this.#remember(claimed, this.#fetchIsLive(claimed))
  }

  #remember({ accessToken, id }: Claimed, isLive: Promise<boolean>): Promise<boolean> {
    this.#checked.set(accessToken, { userId: id, isLive, until: performance.now() + CHECK_TTL })
    return isLive
  }

  async #fetchIsLive({ accessToken, clientAddress }: Claimed): Promise<boolean> {
    const { error } = await this.#backends.auth(clientAddress).getUser(accessToken)
    // For an ended session supabase-js returns its own error, with status 400.
    const isRefused =
      error !== null && (isAuthSessionMissingError(error) || [401, 403, 404].includes(error.status ?? 0))
    if (error && !isRefused) this.#log.warn({ event: 'auth unreachable', ...describeError(error) })
    if (isRefused) this.#ended.set(accessToken, true)
    return !isRefused
  }

  /** Ends the session, or all sessions of the shopper, at Auth. Returns whether Auth has confirmed it. */
  async signOut(claimed: Claimed, scope: 'local' | 'global' = 'local'): Promise<boolean> {
    this.#ended.set(claimed.accessToken, true)
    const { error } = await this.#backends.auth(claimed.clientAddress).admin.signOut(claimed.accessToken, scope)
    if (error) this.#log.warn({ event: 'sign-out not confirmed', ...describeError(error) })
    if (scope === 'global') this.forgetChecks(claimed.id)
    return error === null
  }

  /** Clears the cached confirmations of a shopper's sessions, after some of them have ended. */
  forgetChecks(userId: string): void {
    for (const [token, check] of this.#checked.entries()) if (check.userId === userId) this.#checked.delete(token)
  }

  /** Refreshes a session (single flight). */
  #refreshOnce(stored: StoredSession, clientAddress: string): Promise<StoredSession | null> {
    const running = this.#refreshing.get(stored.refresh)
    if (running) return running
    const refresh = this.#refresh(stored, clientAddress).finally(() => {
      // Requests that were sent before the new cookie arrived still have the old token.
      setTimeout(() => this.#refreshing.delete(stored.refresh), 10 * SECOND).unref()
    })
    this.#refreshing.set(stored.refresh, refresh)
    return refresh
  }

  async #refresh(stored: StoredSession, clientAddress: string): Promise<StoredSession | null> {
    try {
      const tokens = await refreshTokens(this.#backends, stored.refresh, clientAddress)
      if (!tokens) return null
      const renewed = { ...tokens, keep: stored.keep }
      const claimed = readClaims(renewed, clientAddress)
      // Auth has just confirmed this session.
      if (claimed) this.#remember(claimed, Promise.resolve(true))
      return renewed
    } catch (error) {
      this.#log.warn({ event: 'refresh failed', ...describeError(error) })
      return stored
    }
  }

  #serialize(stored: StoredSession): Promise<string> {
    return this.#cookies.of(sessionCookie).serialize(stored, stored.keep ? { maxAge: PERSISTENT_SESSION_SECONDS } : {})
  }
}
