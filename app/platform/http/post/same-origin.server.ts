import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { declareCookie, type Cookies } from '../../cookies.server'
import type { Settings } from '../../env.server'
import { DAY } from '../../time'

/** The post has no header with the site of its form. A token in the form can replace it (FormTokens, below). */
export const NO_ORIGIN = 'no origin'

/**
 * Returns why a post is refused as cross-origin, or null. `origin` is the shop's. Hono's csrf middleware isn't enough: it only checks
 * form content types, and has no rule for browsers that send neither Origin nor Sec-Fetch-Site. Remix's check isn't either: it allows
 * cross-origin posts to resource routes and `?_data=`.
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

/** Whether a client may only send a Referer, and not always, as lynx and w3m do. */
export function mayHideOrigin({ headers }: Request): boolean {
  return !headers.has('origin') && !headers.has('sec-fetch-site')
}

type Secrets = Pick<Settings, 'SESSION_SECRET' | 'PREVIOUS_SESSION_SECRET'>

/** The ID of a client that sends neither Origin nor Sec-Fetch-Site. It is set by the first post. */
const formClientCookie = declareCookie({ name: 'website_form_client', maxAge: 90 * DAY })
const FIELD = 'form_token'
const FORM = /<form\b[^<>]*>/g

/**
 * CSRF tokens for clients that send no origin: they prove that the shop rendered the form for this client. Another site can get a
 * token for itself, but can't set the matching cookie in this client.
 */
export class FormTokens {
  #cookies: Cookies
  #secrets: string[]

  constructor(cookies: Cookies, { SESSION_SECRET, PREVIOUS_SESSION_SECRET }: Secrets) {
    this.#cookies = cookies
    this.#secrets = [SESSION_SECRET, PREVIOUS_SESSION_SECRET].filter((secret) => secret !== undefined)
  }

  /** Returns the client ID in a Cookie header, or null, as for nearly all visitors. */
  async clientOf(cookieHeader: string | undefined): Promise<string | null> {
    if (!cookieHeader?.includes(formClientCookie.name)) return null
    const client: unknown = await this.#cookies.of(formClientCookie).parse(cookieHeader)
    return typeof client === 'string' ? client : null
  }

  /** Returns the Set-Cookie header with a new client ID. */
  newClient(): Promise<string> {
    return this.#cookies.of(formClientCookie).serialize(randomBytes(16).toString('base64url'))
  }

  /** Removes the token from a posted form. Returns whether it was made for this client. */
  takeToken(client: string | null, form: FormData): boolean {
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

  /** Adds a token to each form that posts. Each page gets a new one, against BREACH. */
  addTo(html: string, client: string): string {
    const nonce = randomBytes(9).toString('base64url')
    const mac = macOf(this.#secrets[0] ?? '', client, nonce).toString('base64url')
    const token = `<input type="hidden" name="${FIELD}" value="${nonce}.${mac}">`
    return html.replace(FORM, (form) => (form.includes(' method="post"') ? `${form}${token}` : form))
  }
}

function macOf(secret: string, client: string, nonce: string): Buffer {
  return createHmac('sha256', secret).update(`form token:${client}:${nonce}`).digest()
}
