import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, isFunction, syntaxOf, type Node } from '../support/sources.ts'
import { expect, test } from 'vitest'
import { requireFreshBuild } from '../../scripts/fresh-build.ts'

requireFreshBuild()
const ASSETS = 'build/client/assets'
const scripts = readdirSync(ASSETS)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(join(ASSETS, name), 'utf8') }))

/** Whether a script is of the English build: those of other languages begin with theirs. */
const isEnglish = (name: string) => !name.startsWith('ur-')

const containing = (pattern: RegExp) => scripts.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('client scripts contain no schema library (which probes eval), backend client, phone metadata or router', () => {
  expect(containing(/react\.element|react\.transitional/).filter(isEnglish)).toHaveLength(1)
  expect(containing(/ZodError|_zod\b|new Function\(""\)/)).toEqual([])
  expect(containing(/country_calling_codes|libphonenumber|isPossible/)).toEqual([])
  expect(containing(/supabase|sanitize-html|SUPABASE_|__remixContext|turbo-stream|parseWithZod/)).toEqual([])
})

test('the client build has the entry, the enhancements, React, the header’s areas, the choices on cards and a file for each room, but no routes', () => {
  const names = scripts
    .map(({ name }) => name.replace(/-[\w-]{8}\.js$/, ''))
    .filter((name) => !name.startsWith('manifest'))
  const files = [
    'account',
    'cards',
    'cart',
    'catalog',
    'chat',
    'desk',
    'enhance',
    'entry.client',
    'home',
    'orders',
    'product',
    'react',
    'sizes',
    'zoom',
  ]
  expect(names.filter(isEnglish).toSorted()).toEqual(files)
  expect(names.filter((name) => !isEnglish(name)).toSorted()).toEqual(files.map((name) => `ur-${name}`))
})

test('client scripts have no lookbehind, which Safari before 16.4 takes for an error of the whole file', () => {
  expect(containing(/\(\?<[!=]/)).toEqual([])
})

/** Returns the names from `Intl` that a script makes while it is loaded. */
function formattersMadeAtOnce(text: string): string[] {
  const made: string[] = []
  const visit = (node: Node): void => {
    if (isFunction(node)) return
    const name = node.type === 'NewExpression' && node.callee ? text.slice(node.callee.start, node.callee.end) : ''
    if (name.startsWith('Intl.')) made.push(name)
    childrenOf(node).forEach(visit)
  }
  visit(syntaxOf(text))
  return made
}

test('client scripts make formatters on first use, because each one takes a slow phone a quarter of a second', () => {
  expect(formattersMadeAtOnce('const one = new Intl.DateTimeFormat(), two = () => new Intl.NumberFormat()')).toEqual([
    'Intl.DateTimeFormat',
  ])
  expect(scripts.flatMap(({ text }) => formattersMadeAtOnce(text))).toEqual([])
})

test('client scripts only use features of the supported browsers (browserslist in package.json)', () => {
  const run = (file: string) =>
    spawnSync(
      'node_modules/.bin/es-check',
      ['checkBrowser', file, '--module', '--checkFeatures', '--ignore', 'DynamicImport', '--noCache'],
      {
        encoding: 'utf8',
      },
    )
  const { status, stdout, stderr } = run(`${ASSETS}/!(manifest)*.js`)
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  writeFileSync(join(folder, 'newer.js'), 'export const last = [1, 2].at(-1)')
  expect(run(join(folder, 'newer.js')).status).toBe(1)
  rmSync(folder, { recursive: true })
})
