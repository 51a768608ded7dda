import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '../../app/routes.ts'

/** Every path pattern of the shop, as `app/routes.ts` has it: `/product/:id`, `/images/:width/*`. */
export const PATTERNS: string[] = [...new Set(patternsOf(routes, ''))]

function patternsOf(entries: RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const own = path ? `${parent}/${path}` : parent
    return [own || '/', ...patternsOf(children ?? [], own)]
  })
}

/** Each as an expression, the most literal first. */
const EXPRESSIONS = PATTERNS.toSorted((one, other) => openness(one) - openness(other)).map((pattern) => ({
  pattern,
  matches: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
}))

function openness(pattern: string): number {
  return pattern.split(':').length + (pattern.includes('*') ? 10 : 0) + (pattern === '/*' ? 10 : 0)
}

/** The pattern that a path belongs to. */
export function patternOf(path: string): string {
  return EXPRESSIONS.find(({ matches }) => matches.test(path))?.pattern ?? '/*'
}
