import { m } from '~/language/messages'
import { existsSync, readdirSync, statSync, utimesSync, copyFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import send from 'send'
import { makeFolder } from '../../cache/file-cache.server'
import { describeError, type Log } from '../../log.server'
import { DAY } from '../../time'
import { chooseEncoding } from './encoding.server'
import { plainPage } from './plain-page.server'
import { SVG_POLICY } from './security-headers.server'

const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const
const ASSET = /^\/assets\/[\w.-]+\.(?:js|css|svg|json)$/
/** Open tabs load scripts of the build that rendered them. */
const SCRIPT_LIFETIME = 30 * DAY

interface StaticFile {
  folder: string
  name: string
  encodings: ReadonlySet<keyof typeof ENDINGS>
}

/**
 * Serves the files of the client build and, for tabs opened before or during a deploy, the scripts of other builds.
 *
 * It uses the `send` package for types, ETags, conditions, ranges and errors. Hono's serveStatic reads the disk for each page request,
 * ignores `br;q=0`, and responds 500 with the path when a file can't be opened.
 */
export class StaticFiles {
  #files = new Map<string, StaticFile>()
  #otherBuilds: string
  #headers: Record<string, string>
  #log: Log

  /**
   * `folder` is the client build. `otherBuilds` is a folder that outlives the process and may be shared: this build's scripts are
   * copied there, and the scripts of other builds are served from it. `headers` are sent with every file.
   */
  constructor(folder: string, otherBuilds: string, headers: Record<string, string>, log: Log) {
    this.#otherBuilds = otherBuilds
    this.#headers = headers
    this.#log = log
    const names = filesIn(folder).map((path) => path.slice(folder.length).replaceAll('\\', '/'))
    const all = new Set(names)
    for (const name of names) {
      if (['.br', '.gz'].includes(extname(name))) continue
      const encodings = (['br', 'gzip', 'identity'] as const).filter((encoding) => all.has(name + ENDINGS[encoding]))
      this.#files.set(name, { folder, name, encodings: new Set(encodings) })
    }
    this.#shareScripts(folder)
  }

  /** Sends the file of a path. Returns false if there is none. */
  serve(path: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const file = this.#files.get(path) ?? (ASSET.test(path) ? this.#fromOtherBuild(path) : undefined)
    if (!file) return false
    const wanted = chooseEncoding(incoming.headers['accept-encoding'])
    const encoding = file.encodings.has(wanted) ? wanted : 'identity'
    for (const [name, value] of Object.entries(this.#headers)) outgoing.setHeader(name, value)
    const isImmutable = path.startsWith('/assets/')
    outgoing.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    if (file.encodings.size > 1) outgoing.setHeader('Vary', 'Accept-Encoding')
    if (encoding !== 'identity') {
      outgoing.setHeader('Content-Encoding', encoding)
      outgoing.setHeader('Content-Type', getMimeType(file.name) ?? 'application/octet-stream')
    }
    if (extname(file.name) === '.svg') outgoing.setHeader('Content-Security-Policy', SVG_POLICY)
    send(incoming, encodeURI(file.name) + ENDINGS[encoding], {
      root: file.folder,
      cacheControl: false,
      dotfiles: 'ignore',
      // No browser asks for a part of a script, nor whether it has changed since; without immutable, its ETag says so.
      acceptRanges: !isImmutable,
      lastModified: !isImmutable,
    })
      .on('error', (error: Error & { status?: number }) => this.#fail(error, path, outgoing))
      .pipe(outgoing)
    return true
  }

  #fail(error: Error & { status?: number }, path: string, outgoing: ServerResponse): void {
    const status = error.status === 404 || error.status === 412 || error.status === 416 ? error.status : 503
    if (status === 503) this.#log.error({ event: 'file not sent', path, ...describeError(error) })
    if (outgoing.headersSent) return void outgoing.destroy()
    for (const name of outgoing.getHeaderNames()) if (name !== 'content-range') outgoing.removeHeader(name)
    const headers = { ...this.#headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    outgoing.writeHead(status, headers).end(plainPage(m.platform_file_not_sent(), m.platform_try_again()))
  }

  #fromOtherBuild(path: string): StaticFile | undefined {
    const name = path.slice('/assets'.length)
    const encodings = (['br', 'gzip', 'identity'] as const).filter((encoding) =>
      existsSync(join(this.#otherBuilds, name + ENDINGS[encoding])),
    )
    return encodings.includes('identity')
      ? { folder: this.#otherBuilds, name, encodings: new Set(encodings) }
      : undefined
  }

  /** Copies this build's scripts to the shared folder, and removes old scripts from it. */
  #shareScripts(folder: string): void {
    try {
      makeFolder(this.#otherBuilds)
      const now = Date.now()
      for (const name of readdirSync(join(folder, 'assets'))) {
        const target = join(this.#otherBuilds, name)
        if (existsSync(target)) utimesSync(target, now / 1000, now / 1000)
        else copyFileSync(join(folder, 'assets', name), target)
      }
      for (const name of readdirSync(this.#otherBuilds)) {
        const file = join(this.#otherBuilds, name)
        if (now - statSync(file).mtimeMs > SCRIPT_LIFETIME) rmSync(file)
      }
    } catch (error) {
      this.#log.warn({ event: 'scripts of this build not kept for later', ...describeError(error) })
    }
  }
}

/** Returns the paths of the files in a folder and its folders. The `recursive` option of `readdirSync` would ask the disk about each file. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() && !entry.name.startsWith('.') ? [path] : []
  })
}
