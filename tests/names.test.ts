import { readdirSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '../app/routes.ts'
import { childrenOf, sourcesIn, type Node, type Source } from './support/sources.ts'

// The platform and the components of `ui` serve any shop: what is this shop's own is declared by its rooms, or given by the entry.

const migrations = ['schemas', 'migrations']
  .flatMap((folder) => readdirSync(`supabase/${folder}`).map((file) => `supabase/${folder}/${file}`))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const named = (pattern: RegExp) => [...new Set([...migrations.matchAll(pattern)].map(([, name]) => name ?? ''))]

const tables = named(/^create (?:table|view) (?:public|shop)\.(\w+)/gm)
const functions = named(/^create (?:or replace )?function (?:public|shop)\.(\w+)/gm)
const buckets = named(/^insert into storage\.buckets [^;]*?values \('(\w+)'/gm)
const mails = readdirSync('supabase/functions').filter((name) => name.startsWith('send-'))

/** Returns the paths of routes up to their first parameter; the home page and unknown paths have none. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const whole = path === undefined ? parent : `${parent}/${path}`
    return [whole.replace(/\/[:*].*$/, ''), ...pathsOf(children, whole)]
  })
}
const paths = [...new Set(pathsOf(await routes))].filter((path) => path !== '')

/** Returns the texts of a file's literals, without the names of imported files. */
function literalsOf({ syntax, text }: Source): string[] {
  const texts: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || node.type === 'TSImportType' || node.source) return
    if (/^(StringLiteral|TemplateElement|RegExpLiteral)$/.test(node.type))
      texts.push(
        text
          .slice(node.start, node.end)
          .replace(/^['"]|['"]$/g, '')
          .replaceAll('\\/', '/'),
      )
    childrenOf(node).forEach(visit)
  }
  visit(syntax)
  return texts
}

/**
 * Returns the names that a file mentions. One of several words counts anywhere, also in comments; a single word, such as `orders`, if
 * it is a whole text or a step of a path.
 */
function mentionsOf(source: Source): string[] {
  const literals = literalsOf(source)
  const has = (pattern: string) => literals.some((text) => new RegExp(pattern).test(text))
  const stored = [...tables, ...functions, ...buckets, ...mails].filter((name) =>
    /[_-]/.test(name) ? new RegExp(`\\b${name}\\b`).test(source.text) : has(`(^|/)${name}(/|$)`),
  )
  return [...stored, ...paths.filter((path) => has(`(^|[^\\w.~-])${path}(?![\\w-])`))]
}

test('the names of tables, functions, buckets, mails and routes are found where they are declared', () => {
  expect(tables).toEqual(expect.arrayContaining(['orders', 'chat_messages', 'page_content']))
  expect(functions).toEqual(expect.arrayContaining(['place_order', 'catalogue_version', 'is_email']))
  expect(buckets.toSorted()).toEqual(['files', 'originals', 'products', 'videos'])
  expect(mails).toContain('send-order-mail')
  expect(paths).toEqual(expect.arrayContaining(['/cart', '/product', '/profile/active-orders', '/images']))
})

test('platform and ui mention no table, function, bucket, mail or route of the shop', () => {
  const found = [...sourcesIn('app/platform'), ...sourcesIn('app/ui')].flatMap((source) =>
    mentionsOf(source).map((name) => `${source.path}: ${name}`),
  )
  expect(found).toEqual([])
})
