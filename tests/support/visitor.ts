import { randomInt } from 'node:crypto'

export interface Page {
  status: number
  url: string
  headers: Headers
  html: string
  /** The page's visible text, with entities decoded and white space collapsed. */
  text: string
}

export type Fields = Record<string, string | string[]>

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' }

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** Returns the visible text of a page, without scripts, styles and tags. */
export function visibleText(html: string): string {
  const body = html.replace(/<(script|style|template)[\s\S]*?<\/\1>/g, ' ').replace(/<!-- -->/g, '')
  return decode(body.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns an IPv4 address, which is a network by itself. */
export function newNetwork(): string {
  return `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
}

/** A browser without JavaScript: stores cookies, follows redirects, submits forms. */
export class Visitor {
  cookies = new Map<string, string>()
  #origin: string
  #publicUrl: string
  #address: string

  /** `publicUrl` is the shop's PUBLIC_URL if it is behind a proxy. `address` is the visitor's IP address. */
  constructor(origin: string, publicUrl = origin, address = newNetwork()) {
    this.#origin = origin
    this.#publicUrl = publicUrl
    this.#address = address
  }

  /** Its cookies as a request sends them. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends one request without following redirects. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#origin)
    const headers = new Headers({
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': 'Mozilla/5.0 (Linux; Android 13) Mobile',
      'x-forwarded-for': this.#address,
      ...(init.method === 'POST' ? { origin: this.#publicUrl } : {}),
      ...Object.fromEntries(new Headers(init.headers)),
    })
    if (this.cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', this.cookieHeader)
    }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const place = pair.indexOf('=')
    const [name, value] = [pair.slice(0, place), pair.slice(place + 1)]
    const isOver = attributes.some(
      (attribute) => /max-age=0$/i.test(attribute.trim()) || /expires=thu, 01 jan 1970/i.test(attribute),
    )
    if (isOver) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Loads a page, following redirects. */
  async get(path: string): Promise<Page> {
    return this.#follow(await this.request(path), path)
  }

  /** Submits a form, following redirects. */
  async post(path: string, fields: Fields): Promise<Page> {
    return this.#follow(await this.submit(path, fields), path)
  }

  /** Submits a form without following redirects. */
  submit(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
    return this.request(path, { method: 'POST', body, headers })
  }

  async #follow(response: Response, from: string): Promise<Page> {
    let [current, path] = [response, from]
    for (let step = 0; step < 8; step += 1) {
      const location = current.headers.get('location')
      if (!location) break
      await current.body?.cancel()
      path = new URL(location, new URL(path, this.#origin)).href
      if (!path.startsWith(this.#origin)) break
      current = await this.request(path)
    }
    const html = await current.text()
    return {
      status: current.status,
      url: path.replace(this.#origin, ''),
      headers: current.headers,
      html,
      // Computed only on request: it takes longer than fetching the page.
      get text() {
        return visibleText(html)
      },
    }
  }
}

/** Returns fields as they come from copied texts: each value but passwords within marks of direction that nobody sees. */
export function withMarks(fields: Fields): Fields {
  const wrapped = (value: string) => `\u202a\u2067${value}\u200e\u202c\ufeff`
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      ['password', 'current', 'confirmation', 'proof'].includes(name)
        ? value
        : Array.isArray(value)
          ? value.map(wrapped)
          : wrapped(value),
    ]),
  )
}

/** Returns the fields of a page's form with their initial values; the form is found by its action or a name in it. */
export function formFields(html: string, marker: string): Fields {
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)]
    .map(([whole]) => whole)
    .find((whole) => whole.includes(marker))
  if (!form) throw new Error(`No form with ${marker} on this page.`)
  const fields: Fields = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => decode(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    const name = attribute('name')
    const isOff = /type="(radio|checkbox)"/.test(tag) && !/\schecked/.test(tag)
    if (name && !isOff && !/\sdisabled/.test(tag))
      fields[name] = attribute('value') || (/type="checkbox"/.test(tag) ? 'on' : '')
  }
  for (const [, name = '', options = ''] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option([^>]*\sselected[^>]*)>([^<]*)/.exec(options) ?? /<option([^>]*)>([^<]*)/.exec(options) ?? []
    fields[name] = decode(/\svalue="([^"]*)"/.exec(chosen[1] ?? '')?.[1] ?? chosen[2] ?? '')
  }
  return fields
}
