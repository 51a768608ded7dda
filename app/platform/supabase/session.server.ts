import { isAuthSessionMissingError, type Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { declareCookie, type Cookies } from '../cookies.server'
import { describeError, type Log } from '../log.server'
import { LRUCache } from 'lru-cache'
import { BackendUnreachable } from './backend-fetch.server'
import type { Backend, Backends } from './clients.server'
import { DAY, MINUTE, SECOND } from '../time'

const sessionCookie = declareCookie({ name: 'website_session' })
const KEPT_SESSION_SECONDS = (30 * DAY) / SECOND

const Kept = z.object({
  access: z.string(),
  refresh: z.string(),
  /** Seconds since 1970. */
  expires: z.number(),
  keep: z.boolean(),
})
type Kept = z.infer<typeof Kept>

const Claims = z.object({
  sub: z.guid(),
  email: z.string().optional(),
  user_metadata: z.object({ full_name: z.string().optional() }).default({}),
})

declare const isVerified: unique symbol

/** A signed-in shopper whose session Auth has confirmed. Only this module makes one: see `findShopper`, `requireShopper`. */
export interface Shopper {
  readonly [isVerified]: true
  readonly id: string
  readonly email: string
  readonly name: string
  readonly accessToken: string
  /** Whether the session outlives the browser's. */
  readonly isKept: boolean
  /** Where this visit comes from. */
  readonly clientAddress: string
  /** The backend as this shopper: row security sees them. */
  readonly db: Backend
}

/** What a session's cookie says, which may have ended since. */
type Claimed = Omit<Shopper, typeof isVerified | 'db'>

/** Who a request comes from, and the cookies that have to go back because of it. */
export interface FoundSession {
  visitor: Visitor
  cookies: string[]
}

/**
 * The person behind a request. The cookie alone decides how a page looks, never what it shows or changes: for that, `verify`
 * asks Auth.
 */
export class Visitor {
  #sessions: Sessions
  #claimed: Claimed | null
  #verified: Promise<Shopper | null> | undefined

  constructor(sessions: Sessions, claimed: Claimed | null) {
    this.#sessions = sessions
    this.#claimed = claimed
  }

  /** Whether the cookie holds a session that isn't known to have ended. */
  get isSignedIn(): boolean {
    return this.#claimed !== null && !this.#sessions.hasEnded(this.#claimed)
  }

  /** The name and the e-mail address that the cookie holds; null for a visitor who isn't signed in. */
  get claimed(): Pick<Claimed, 'name' | 'email'> | null {
    return this.isSignedIn ? this.#claimed : null
  }

  /** The id that the cookie holds, for the log. */
  get claimedId(): string | null {
    return this.#claimed?.id ?? null
  }

  /** The shopper, if Auth still knows their session; asked once a request. */
  verify(): Promise<Shopper | null> {
    const claimed = this.#claimed
    if (!claimed) return Promise.resolve(null)
    this.#verified ??= this.#sessions.verify(claimed)
    return this.#verified
  }

  /** Ends the session in this browser, whether or not it has ended elsewhere. */
  async signOut(): Promise<void> {
    if (this.#claimed) await this.#sessions.signOut(this.#claimed)
  }
}

/** The session is refreshed when it ends within three ticks of 30 seconds (document 1, section 9). */
const REFRESH_WITHIN_SECONDS = 3 * 30
/**
 * How long Auth's word that a session lives is taken for true, unless this process ends the session itself: a session that
 * ends in another process ends here within five seconds (decision 33).
 */
const CHECKED_FOR = 4 * SECOND
/** Longer than an access token lasts. */
const ENDED_FOR = 90 * MINUTE
const MOST_REMEMBERED = 5_000

/** What Auth has said of a session. */
interface Check {
  userId: string
  isLive: Promise<boolean>
  until: number
}

/**
 * Sessions in signed cookies. The tokens inside come from Auth alone, so their claims are as true as the signature;
 * `verify` asks Auth whether the session still exists before anything personal is shown or changed.
 */
export class Sessions {
  #cookies: Cookies
  #backends: Backends
  #log: Log
  #refreshing = new Map<string, Promise<Kept | null>>()
  /** By access token. */
  #checked = new LRUCache<string, Check>({ max: MOST_REMEMBERED })
  #ended = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: ENDED_FOR })

  constructor(cookies: Cookies, backends: Backends, log: Log) {
    this.#cookies = cookies
    this.#backends = backends
    this.#log = log
  }

  /** Reads the cookie and renews what is about to end. An outage of Auth signs nobody out. */
  async find(cookieHeader: string | null, clientAddress: string): Promise<FoundSession> {
    const parsed = Kept.safeParse(await this.#cookies.of(sessionCookie).parse(cookieHeader))
    if (!parsed.success) return { visitor: new Visitor(this, null), cookies: [] }
    const kept = parsed.data
    if (kept.expires - Date.now() / SECOND > REFRESH_WITHIN_SECONDS) {
      return { visitor: new Visitor(this, readClaims(kept, clientAddress)), cookies: [] }
    }
    const renewed = await this.#refreshOnce(kept, clientAddress)
    if (!renewed) return { visitor: new Visitor(this, null), cookies: [await this.end()] }
    const cookies = renewed === kept ? [] : [await this.#serialize(renewed)]
    return { visitor: new Visitor(this, readClaims(renewed, clientAddress)), cookies }
  }

  /** The cookie of a new session. `keep` decides between a persistent one and one of the browser session. */
  start(session: Session, keep: boolean): Promise<string> {
    return this.#serialize({
      access: session.access_token,
      refresh: session.refresh_token,
      expires: session.expires_at ?? Math.floor(Date.now() / SECOND) + session.expires_in,
      keep,
    })
  }

  /** The cookie that ends a session. */
  end(): Promise<string> {
    return this.#cookies.of(sessionCookie).serialize('', { maxAge: 0 })
  }

  /** Whether this process knows that the session has ended. */
  hasEnded({ accessToken }: Claimed): boolean {
    return this.#ended.has(accessToken)
  }

  /** The shopper of a session that Auth still knows, else null. While Auth can't be asked, the session lives on. */
  async verify(claimed: Claimed): Promise<Shopper | null> {
    if (!(await this.#isLive(claimed))) return null
    // The one place that makes a shopper: Auth has confirmed the session.
    return { ...claimed, db: this.#backends.asShopper(claimed.accessToken) } as Shopper
  }

  #isLive(claimed: Claimed): Promise<boolean> {
    if (this.hasEnded(claimed)) return Promise.resolve(false)
    const known = this.#checked.get(claimed.accessToken)
    if (known && known.until > Date.now()) return known.isLive
    // The loaders of one page share the question.
    const isLive = this.#askWhetherLive(claimed)
    this.#checked.set(claimed.accessToken, { userId: claimed.id, isLive, until: Date.now() + CHECKED_FOR })
    return isLive
  }

  async #askWhetherLive({ accessToken, clientAddress }: Claimed): Promise<boolean> {
    const { error } = await this.#backends.auth(clientAddress).getUser(accessToken)
    // supabase-js makes an error of its own, with status 400, of Auth's word that a session has ended elsewhere.
    const isRefused =
      error !== null && (isAuthSessionMissingError(error) || [401, 403, 404].includes(error.status ?? 0))
    if (error && !isRefused) this.#log.warn({ event: 'auth unreachable', ...describeError(error) })
    if (isRefused) this.#ended.set(accessToken, true)
    return !isRefused
  }

  /** Ends the session, or all of the shopper's, at Auth too. Returns whether Auth has confirmed it. */
  async signOut(claimed: Claimed, scope: 'local' | 'global' = 'local'): Promise<boolean> {
    this.#ended.set(claimed.accessToken, true)
    const { error } = await this.#backends.auth(claimed.clientAddress).admin.signOut(claimed.accessToken, scope)
    if (error) this.#log.warn({ event: 'sign-out not confirmed', ...describeError(error) })
    if (scope === 'global') this.forgetChecks(claimed.id)
    return error === null
  }

  /** Has Auth asked again about each session of a shopper, since some of them have just ended. */
  forgetChecks(userId: string): void {
    for (const [token, check] of this.#checked.entries()) if (check.userId === userId) this.#checked.delete(token)
  }

  /** One refresh a token at a time: parallel requests of one page share it. */
  #refreshOnce(kept: Kept, clientAddress: string): Promise<Kept | null> {
    const running = this.#refreshing.get(kept.refresh)
    if (running) return running
    const refresh = this.#refresh(kept, clientAddress).finally(() => {
      // For a moment longer, for requests that left before the new cookie arrived.
      setTimeout(() => this.#refreshing.delete(kept.refresh), 10 * SECOND).unref()
    })
    this.#refreshing.set(kept.refresh, refresh)
    return refresh
  }

  async #refresh(kept: Kept, clientAddress: string): Promise<Kept | null> {
    const { data, error } = await this.#backends.auth(clientAddress).refreshSession({ refresh_token: kept.refresh })
    if (data.session) {
      const { access_token, refresh_token, expires_at } = data.session
      return { access: access_token, refresh: refresh_token, expires: expires_at ?? 0, keep: kept.keep }
    }
    const isOver =
      error?.code === 'refresh_token_already_used' ||
      error?.code === 'session_not_found' ||
      error?.code === 'refresh_token_not_found'
    if (isOver || (error?.status === 400 && !(error.cause instanceof BackendUnreachable))) return null
    this.#log.warn({ event: 'refresh failed', ...describeError(error) })
    return kept
  }

  #serialize(kept: Kept): Promise<string> {
    return this.#cookies.of(sessionCookie).serialize(kept, kept.keep ? { maxAge: KEPT_SESSION_SECONDS } : {})
  }
}

function readClaims(kept: Kept, clientAddress: string): Claimed | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(kept.access.split('.')[1] ?? '', 'base64url').toString())
    const claims = Claims.parse(payload)
    const email = claims.email ?? ''
    return {
      id: claims.sub,
      email,
      name: claims.user_metadata.full_name || email,
      accessToken: kept.access,
      isKept: kept.keep,
      clientAddress,
    }
  } catch {
    return null
  }
}
