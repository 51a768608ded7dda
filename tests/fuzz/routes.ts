import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '../../app/routes.ts'

/** Every path pattern in `app/routes.ts`: `/product/:id`, `/images/:width/*`. */
export const PATTERNS: string[] = [...new Set(patternsOf(routes, ''))]

function patternsOf(entries: RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const own = path ? `${parent}/${path}` : parent
    return [own || '/', ...patternsOf(children ?? [], own)]
  })
}

/** The patterns as regular expressions, the most specific first. */
const EXPRESSIONS = PATTERNS.toSorted((one, other) => openness(one) - openness(other)).map((pattern) => ({
  pattern,
  matches: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
}))

function openness(pattern: string): number {
  return pattern.split(':').length + (pattern.includes('*') ? 10 : 0) + (pattern === '/*' ? 10 : 0)
}

export function patternOf(path: string): string {
  return EXPRESSIONS.find(({ matches }) => matches.test(path))?.pattern ?? '/*'
}
