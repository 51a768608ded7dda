import type { Backend } from './clients.server'

declare const isVerified: unique symbol

/**
 * A signed-in shopper whose session Auth has confirmed, or confirms before a page that only reads is sent (decision 33). Get one by
 * `findShopper` or `requireShopper`.
 */
export interface Shopper {
  readonly [isVerified]: true
  readonly id: string
  readonly email: string
  readonly name: string
  readonly accessToken: string
  /** Whether the session outlives the browser's. */
  readonly isPersistent: boolean
  readonly clientAddress: string
  /** The backend with this shopper's rights. */
  readonly db: Backend
}

/** The claims of a session cookie. The session may have ended. */
export type Claimed = Omit<Shopper, typeof isVerified | 'db'>

/** Asks about sessions, and ends them (session-store.server.ts). */
interface SessionCheck {
  hasEnded: (claimed: Claimed) => boolean
  verify: (claimed: Claimed) => Promise<Shopper | null>
  asShopper: (claimed: Claimed) => Shopper
  signOut: (claimed: Claimed) => Promise<unknown>
}

/**
 * The visitor of a request. The cookie alone only decides how a page looks. Before personal data is shown or changed, Auth is asked:
 * before a change by `verify`, before a page is sent by `isConfirmed`.
 */
export class Visitor {
  #sessions: SessionCheck
  #claimed: Claimed | null
  #isReading: boolean
  #verified: Promise<Shopper | null> | undefined

  /** `isReading` says that the request changes nothing, and that its response waits for `isConfirmed`. */
  constructor(sessions: SessionCheck, claimed: Claimed | null, isReading = false) {
    this.#sessions = sessions
    this.#claimed = claimed
    this.#isReading = isReading
  }

  /** Whether the cookie holds a session that isn't known to have ended. */
  get isSignedIn(): boolean {
    return this.#claimed !== null && !this.#sessions.hasEnded(this.#claimed)
  }

  /** The name and e-mail address in the cookie, or null for a visitor who isn't signed in; not verified. */
  get claimed(): Pick<Claimed, 'name' | 'email'> | null {
    return this.isSignedIn ? this.#claimed : null
  }

  /** The shopper's ID in the cookie, or null; not verified. */
  get claimedId(): string | null {
    return this.#claimed?.id ?? null
  }

  /** Returns the shopper, or null if the session has ended. Asks Auth once for each request. */
  verify(): Promise<Shopper | null> {
    const claimed = this.#claimed
    if (!claimed) return Promise.resolve(null)
    this.#verified ??= this.#sessions.verify(claimed)
    return this.#verified
  }

  /** Returns the shopper, or null if the session has ended. A request that only reads doesn't wait for Auth here. */
  find(): Promise<Shopper | null> {
    const verified = this.verify()
    if (!this.#isReading || !this.#claimed || !this.isSignedIn) return verified
    // It is awaited later, or not at all if the page fails.
    verified.catch(() => undefined)
    return Promise.resolve(this.#sessions.asShopper(this.#claimed))
  }

  /** Whether Auth has confirmed the session that `find` took for live. */
  async isConfirmed(): Promise<boolean> {
    return !this.#isReading || !this.#verified || (await this.#verified) !== null
  }

  /** Ends the session in this browser, whether or not it has ended elsewhere. */
  async signOut(): Promise<void> {
    if (this.#claimed) await this.#sessions.signOut(this.#claimed)
  }
}
