import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { declareCookie, type Cookies } from '../cookies.server'
import type { Settings } from '../env.server'
import { DAY } from '../time'

/** The post says nothing of the site that its form was on; a token in the form can (FormTokens, below). */
export const NO_ORIGIN = 'no origin'

/**
 * Returns why a request that would change something is refused, or null. Hand-written, since Hono's csrf middleware lets
 * content types other than forms through and has no rule for browsers that send neither Origin nor Sec-Fetch-Site; and in
 * front of Remix, whose own check lets cross-origin posts to resource routes and `?_data=` through. `origin` is the shop's.
 */
export function crossOriginProblem(request: Request, origin: string): string | null {
  if (new URL(request.url).searchParams.has('_data')) return '_data'
  const given = request.headers.get('origin')
  if (given !== null) return given === origin ? null : 'origin'
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? null : 'sec-fetch-site'
  const referer = request.headers.get('referer')
  if (referer === null) return NO_ORIGIN
  return URL.canParse(referer) && new URL(referer).origin === origin ? null : 'referer'
}

/** Whether a client tells a form's site by its Referer at most: lynx and w3m, which leave that out here and there. */
export function mayHideOrigin({ headers }: Request): boolean {
  return !headers.has('origin') && !headers.has('sec-fetch-site')
}

type Secrets = Pick<Settings, 'SESSION_SECRET' | 'PREVIOUS_SESSION_SECRET'>

/** Names a client that says of its posts neither Origin nor Sec-Fetch-Site. Set with its first post, so readers have none. */
const formClientCookie = declareCookie({ name: 'website_form_client', maxAge: 90 * DAY })
const FIELD = 'form_token'
const FORM = /<form\b[^>]*\smethod="post"[^>]*>/g

/**
 * Tokens in the forms of clients that don't say which site a form was on: proof that the page with the form was one that the
 * shop made for this very client. Another site can read a token of its own, but not set this client's cookie to go with it.
 */
export class FormTokens {
  #cookies: Cookies
  #secrets: string[]

  constructor(cookies: Cookies, { SESSION_SECRET, PREVIOUS_SESSION_SECRET }: Secrets) {
    this.#cookies = cookies
    this.#secrets = [SESSION_SECRET, PREVIOUS_SESSION_SECRET].filter((secret) => secret !== undefined)
  }

  /** Returns the client that a Cookie header names, or null: for nearly every visitor. */
  async clientOf(cookieHeader: string | undefined): Promise<string | null> {
    if (!cookieHeader?.includes(formClientCookie.name)) return null
    const client: unknown = await this.#cookies.of(formClientCookie).parse(cookieHeader)
    return typeof client === 'string' ? client : null
  }

  /** Returns the Set-Cookie header that names a new client. */
  newClient(): Promise<string> {
    return this.#cookies.of(formClientCookie).serialize(randomBytes(16).toString('base64url'))
  }

  /** Takes the token out of a posted form; whether it is one that was made for this client. */
  takeProof(client: string | null, form: FormData): boolean {
    const token = form.get(FIELD)
    form.delete(FIELD)
    if (client === null || typeof token !== 'string') return false
    const [nonce = '', given = ''] = token.split('.', 2)
    const mac = Buffer.from(given, 'base64url')
    return this.#secrets.some((secret) => {
      const expected = macOf(secret, client, nonce)
      return mac.length === expected.length && timingSafeEqual(mac, expected)
    })
  }

  /** Returns the page with a token in each form that posts. A new one each time, so that compression betrays none (BREACH). */
  addTo(html: string, client: string): string {
    const nonce = randomBytes(9).toString('base64url')
    const mac = macOf(this.#secrets[0] ?? '', client, nonce).toString('base64url')
    return html.replace(FORM, (form) => `${form}<input type="hidden" name="${FIELD}" value="${nonce}.${mac}">`)
  }
}

function macOf(secret: string, client: string, nonce: string): Buffer {
  return createHmac('sha256', secret).update(`form token:${client}:${nonce}`).digest()
}
