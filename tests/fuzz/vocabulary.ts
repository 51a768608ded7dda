import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import type { Visitor } from '../support/visitor.ts'
import { PATTERNS, patternOf } from './routes.ts'

export interface KnownForm {
  method: 'GET' | 'POST'
  action: string
  isMultipart: boolean
  fields: [string, string][]
}

/** The shop's vocabulary, read from its pages and source, so that it is never outdated. */
export interface Vocabulary {
  /** Existing paths, by pattern. */
  paths: Record<string, string[]>
  /** Names of query parameters, form fields and cookies, and values seen for them. */
  names: string[]
  values: Record<string, string[]>
  forms: KnownForm[]
}

const PATHS_A_PATTERN = 6

/** Reads every page that these visitors can reach, and the names in the source. */
export async function learnVocabulary(visitors: Visitor[], start: string[]): Promise<Vocabulary> {
  const learned = new Learner()
  for (const visitor of visitors) {
    const queue = [...PATTERNS.filter((pattern) => !/[:*]/.test(pattern)), ...start]
    const seen = new Set<string>()
    for (const path of queue) {
      if (seen.has(path) || path.startsWith('/auth/')) continue
      seen.add(path)
      const response = await visitor.request(path, { redirect: 'manual' })
      const html = await response.text()
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue
      queue.push(...learned.read(html, path))
    }
  }
  return learned.vocabulary()
}

class Learner {
  #paths = new Map<string, Set<string>>()
  #values = new Map<string, Set<string>>()
  #forms = new Map<string, KnownForm>()

  /** Adds a page; returns linked paths of a new kind. */
  read(html: string, at: string): string[] {
    const page = parse(html)
    const onward: string[] = []
    const addresses = page
      .querySelectorAll('a[href], img[src], source[srcset], link[href]')
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('srcset'))
    for (const address of addresses) {
      const url = URL.parse(address?.split(' ')[0] ?? '', `http://shop${at}`)
      if (url?.host !== 'shop') continue
      if (this.#notePath(url.pathname)) onward.push(url.pathname + url.search)
      for (const [name, value] of url.searchParams) this.#noteValue(name, value)
    }
    for (const form of page.querySelectorAll('form')) {
      const method = form.getAttribute('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET'
      const fields = form
        .querySelectorAll('input, select, textarea, button')
        .map((field): [string, string] => [
          field.getAttribute('name') ?? '',
          field.getAttribute('value') ?? field.querySelector('option')?.getAttribute('value') ?? field.textContent,
        ])
        .filter(([name]) => name)
      for (const [name, value] of fields) this.#noteValue(name, value)
      const action = form.getAttribute('action') || at
      const url = URL.parse(action, `http://shop${at}`)
      if (url?.host !== 'shop') continue
      const key = `${method} ${patternOf(url.pathname)} ${fields.map(([name]) => name).join()}`
      this.#forms.set(key, {
        method,
        action: url.pathname + url.search,
        isMultipart: form.getAttribute('enctype') === 'multipart/form-data',
        fields,
      })
    }
    return onward
  }

  vocabulary(): Vocabulary {
    for (const name of namesInSource()) this.#noteValue(name, '')
    return {
      paths: Object.fromEntries([...this.#paths].map(([pattern, paths]) => [pattern, [...paths]])),
      names: [...this.#values.keys()],
      values: Object.fromEntries([...this.#values].map(([name, values]) => [name, [...values]])),
      forms: [...this.#forms.values()],
    }
  }

  #notePath(path: string): boolean {
    const pattern = patternOf(path)
    const known = this.#paths.get(pattern) ?? new Set()
    this.#paths.set(pattern, known)
    if (known.has(path) || known.size >= PATHS_A_PATTERN) return false
    known.add(path)
    return !path.startsWith('/images/') && !path.startsWith('/assets/')
  }

  #noteValue(name: string, value: string): void {
    const known = this.#values.get(name) ?? new Set()
    this.#values.set(name, known)
    if (known.size < 8) known.add(value)
  }
}

/** Returns names that loaders and actions read directly, and the fields of every schema. */
function namesInSource(): string[] {
  const names = readdirSync('app', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('database.types'))
    .flatMap((entry) => {
      const source = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      const read = [...source.matchAll(/\.(?:get|getAll|has)\('([\w-]{1,40})'\)/g)]
      const fields = entry.name.endsWith('.schema.ts') ? [...source.matchAll(/^\s{2,6}(\w{1,40})(?::|,$)/gm)] : []
      return [...read, ...fields].map(([, name = '']) => name)
    })
  return [...new Set([...names, '_data', '_routes', 'index'])]
}
