import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSED = new Set(['.br', '.gz'])
/** Larger files are read when asked for. */
const KEPT_IN_MEMORY = 512 * 1024

interface StaticFile {
  path: string
  type: string
  isImmutable: boolean
  bodies: Partial<Record<'br' | 'gz', Buffer>>
  plain?: Buffer
}

/** The files of the client build, found once at start: no page request touches the disk for them. */
export class StaticFiles {
  #files = new Map<string, StaticFile>()
  #headers: Record<string, string>

  constructor(folder: string, headers: Record<string, string>) {
    this.#headers = headers
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const extension = extname(entry.name)
      if (!entry.isFile() || COMPRESSED.has(extension) || entry.name.startsWith('.')) continue
      const url = path.slice(folder.length).replaceAll('\\', '/')
      const file: StaticFile = {
        path,
        type: TYPES[extension] ?? 'application/octet-stream',
        isImmutable: url.startsWith('/assets/'),
        bodies: {},
      }
      for (const encoding of ['br', 'gz'] as const) {
        if (statSync(`${path}.${encoding}`, { throwIfNoEntry: false }))
          file.bodies[encoding] = readFileSync(`${path}.${encoding}`)
      }
      if (entry.name.length > 0 && statSync(path).size <= KEPT_IN_MEMORY && !url.startsWith('/pictures/'))
        file.plain = readFileSync(path)
      this.#files.set(url, file)
    }
  }

  /** Answers when the path is a file of the build; false else. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const file = this.#files.get((request.url ?? '').split('?')[0] ?? '')
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding =
      /\bbr\b/.test(accepted) && file.bodies.br ? 'br' : /\bgzip\b/.test(accepted) && file.bodies.gz ? 'gz' : undefined
    const body = encoding ? file.bodies[encoding] : (file.plain ?? readFileSync(file.path))
    response.writeHead(200, {
      ...this.#headers,
      'Content-Type': file.type,
      'Content-Length': String(body?.length ?? 0),
      'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding === 'gz' ? 'gzip' : 'br' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
