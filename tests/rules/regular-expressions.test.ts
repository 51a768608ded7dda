import { check } from 'recheck'
import { expect, test } from 'vitest'
import { BOUNDS, TOPICS } from '../../app/catalog/listing/search-words.ts'
import { type Node, sourcesIn, syntaxOf } from '../support/sources.ts'
import { readFileSync } from 'node:fs'

/** Expressions that are made of other texts, or examples of what they become. */
const MADE: Record<string, RegExp[]> = {
  'app/catalog/listing/search-words.ts': [...BOUNDS, ...TOPICS].map(([, words]) => words),
  'app/platform/cache/choice-cookie.server.ts': [/(?:^|;)\s*website_language=(en|ur)\s*(?:;|$)/],
}

interface Expression {
  place: string
  source: string
  flags: string
}

function* nodesOf(node: Node): Generator<Node & { pattern?: string; flags?: string }> {
  yield node
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || typeof value !== 'object' || value === null) continue
    for (const child of [value].flat() as (Node | null)[]) if (typeof child?.type === 'string') yield* nodesOf(child)
  }
}

const files = [
  ...sourcesIn('app'),
  ...sourcesIn('supabase/functions'),
  { path: 'server.ts', syntax: syntaxOf(readFileSync('server.ts', 'utf8'), ['typescript']) },
]

test('no regular expression takes more time than in proportion to its text', { timeout: 120_000 }, async () => {
  const expressions: Expression[] = []
  const made = new Set<string>()
  for (const { path, syntax } of files) {
    for (const { type, pattern = '', flags = '', loc, callee } of nodesOf(syntax)) {
      if (type === 'RegExpLiteral') expressions.push({ place: `${path}:${loc.start.line}`, source: pattern, flags })
      if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') made.add(path)
    }
  }
  expect([...made]).toEqual(Object.keys(MADE))
  for (const [place, examples] of Object.entries(MADE))
    for (const { source, flags } of examples) expressions.push({ place, source, flags })
  expect(expressions.length).toBeGreaterThan(150)
  const slow: string[] = []
  for (const { place, source, flags } of expressions) {
    const { status } = await check(source, flags, { timeout: 20_000 })
    if (status !== 'safe') slow.push(`${place} /${source}/${flags} is ${status}`)
  }
  expect(slow).toEqual([])
})
