import { createCookie, type Cookie } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { Cipher } from './encryption/cipher.server'
import type { Settings } from './env.server'

export interface CookieDeclaration {
  name: string
  /** Milliseconds; left out for a cookie that ends with the browser's session. */
  maxAge?: number
  /** Deleted when the shopper logs out, so that the next person at this browser finds nothing. */
  endsWithSession?: true
  /** Holds something for the next page to show once; that page is not served from the page cache. */
  isForNextPage?: true
  /** The only path, with everything below it, that gets the cookie; the whole shop when left out. */
  path?: string
}

export interface ShopCookie extends Cookie {
  /** Returns the encrypted value in a Cookie or Set-Cookie header, or null. */
  sealed: (header: string | null) => string | null
}

/** In characters, of cookies and their texts. */
const MAX_OPENED = 4 * 2 ** 20

const declared = new Map<string, CookieDeclaration>()

/**
 * Declares a cookie of the shop. Rooms do so at module level: requests with a declared cookie are not served pages for anonymous
 * visitors. Throws if the name is taken.
 */
export function declareCookie(declaration: CookieDeclaration): CookieDeclaration {
  const known = declared.get(declaration.name)
  // Hot reload runs the same declaration again.
  if (known && known.maxAge !== declaration.maxAge) throw new Error(`Two cookies are called ${declaration.name}.`)
  declared.set(declaration.name, declaration)
  return declaration
}

/**
 * The declared cookies. All are encrypted and HttpOnly: a copied one tells nothing, such as the tokens of a session (decision 33). Over
 * HTTPS they are Secure and bound to this host.
 */
export class Cookies {
  #settings: Settings
  #cookies = new WeakMap<CookieDeclaration, ShopCookie>()
  #isSecure: boolean
  /** Texts by their cookies: a visitor sends the same ones with each page, and decrypting them takes a tenth of a filled page's time. */
  #opened = new LRUCache<string, string>({
    maxSize: MAX_OPENED,
    sizeCalculation: (text, cookie) => text.length + cookie.length,
  })

  constructor(settings: Settings) {
    this.#settings = settings
    this.#isSecure = settings.PUBLIC_URL.startsWith('https:')
  }

  /** Browsers accept `__Host-` only for cookies of the whole site. */
  #prefixOf({ path }: CookieDeclaration): string {
    if (!this.#isSecure) return ''
    return path === undefined ? '__Host-' : '__Secure-'
  }

  /** Returns the cookie of a declaration, ready to be parsed and serialized. */
  of(declaration: CookieDeclaration): ShopCookie {
    const known = this.#cookies.get(declaration)
    if (known) return known
    const name = this.#prefixOf(declaration) + declaration.name
    const cipher = new Cipher(this.#settings, `cookie:${declaration.name}`)
    const plain = createCookie(name, {
      httpOnly: true,
      sameSite: 'lax',
      path: declaration.path ?? '/',
      secure: this.#isSecure,
      maxAge: declaration.maxAge === undefined ? undefined : declaration.maxAge / 1000,
      // The library has made base64 of it.
      encode: (value) => (value === '' ? '' : cipher.encrypt(Buffer.from(value, 'base64'))),
    })
    // The library decodes every cookie of a header, and a page of a known visitor reads five of them.
    const parse: Cookie['parse'] = async (header) => {
      const [sent] = this.#read(name, cipher, header)
      return sent ? (JSON.parse(sent.text) as unknown) : null
    }
    // Session storages warn of a cookie that anybody could write.
    const cookie: ShopCookie = Object.create(plain, {
      parse: { value: parse },
      isSigned: { value: true },
      sealed: { value: (header: string | null) => this.#read(name, cipher, header)[0]?.value ?? null },
    })
    this.#cookies.set(declaration, cookie)
    return cookie
  }

  /**
   * Returns the cookie with a name that the shop has made, or nothing. Another host of the domain can set one too, which browsers may send
   * first: what the shop can't decrypt doesn't count, and of two that it can, none, since either may be somebody else's.
   */
  #read(name: string, cipher: Cipher, header: string | null): { value: string; text: string }[] {
    const found = valuesOf(name, header).flatMap((value) => {
      const text = this.#opened.get(`${name}=${value}`) ?? cipher.decrypt(value)
      if (text === null) return []
      this.#opened.set(`${name}=${value}`, text)
      return [{ value, text }]
    })
    return found.length === 1 ? found : []
  }

  /** Returns the Set-Cookie headers that delete the cookies with `endsWithSession`. */
  endWithSession(): Promise<string[]> {
    const ending = [...declared.values()].filter(({ endsWithSession }) => endsWithSession)
    return Promise.all(ending.map((declaration) => this.of(declaration).serialize('', { maxAge: 0 })))
  }

  /** Whether a Cookie header holds a declared cookie. */
  isOurs(cookieHeader: string): boolean {
    return this.#declarations(cookieHeader).length > 0
  }

  /** Whether a Cookie header holds a cookie with `isForNextPage`. */
  isForNextPage(cookieHeader: string): boolean {
    return this.#declarations(cookieHeader).some(({ isForNextPage }) => isForNextPage)
  }

  #declarations(cookieHeader: string): CookieDeclaration[] {
    return cookieHeader.split(';').flatMap((pair) => {
      const name = pair.split('=', 1)[0]?.trim() ?? ''
      const declaration = declared.get(name.replace(/^__(Host|Secure)-/, ''))
      return declaration && this.#prefixOf(declaration) + declaration.name === name ? declaration : []
    })
  }
}

const FIRST = 'cookie'

/** Returns a page's address for after a form whose result is in cookies, if they may be the browser's first: the page asks `dropsCookies`. */
export function afterFirstCookie({ headers }: Request, page: string, parameters: Record<string, string> = {}): string {
  return headers.has('cookie') ? page : `${page}?${new URLSearchParams({ ...parameters, [FIRST]: 'first' })}`
}

/** Returns whether the browser hasn't kept the cookie of the form that led here; null if no form did. */
export function dropsCookies({ headers, url }: Request): boolean | null {
  return new URL(url).searchParams.has(FIRST) ? !headers.has('cookie') : null
}

/** Returns the different values of the cookies with a name in a Cookie or Set-Cookie header. */
function valuesOf(name: string, header: string | null): string[] {
  const pairs = header?.split(';').filter((one) => one.trimStart().startsWith(`${name}=`)) ?? []
  return [...new Set(pairs.map((pair) => pair.slice(pair.indexOf('=') + 1).trim()))].filter((value) => value !== '')
}
