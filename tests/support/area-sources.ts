import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Modules that areas import for a part that none of them shows. */
const WITHOUT: Record<string, RegExp> = {
  // The flower is the logo's.
  'app/ui/icon.tsx': /export function Flower[\s\S]*/,
}

function resolveImport(from: string, target: string): string | undefined {
  const base = target.startsWith('~/') ? join('app', target.slice(2)) : join(dirname(from), target)
  return ['.tsx', '.ts'].map((ending) => base + ending).find((path) => existsSync(path))
}

/** Returns the sources of a component's file and of the components that it imports. */
function sourcesOf(path: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(path)) return seen
  const source = readFileSync(path, 'utf8').replace(WITHOUT[path] ?? '', '')
  seen.set(path, source)
  for (const [, target = ''] of source.matchAll(/^import (?!type )[^'"]*from '([.~][^']+)'/gm)) {
    const imported = resolveImport(path, target)
    if (imported?.endsWith('.tsx') && !imported.includes('.server')) sourcesOf(imported, seen)
  }
  return seen
}

/** Returns the elements, classes and attributes that an area's components may render in any state: `img`, `.card`, `[role=status]`. */
export function tokensOfArea(name: string): Set<string> {
  const tokens = new Set<string>()
  for (const source of sourcesOf(`app/${name}.area.tsx`).values()) {
    for (const [, element = ''] of source.matchAll(/<([a-z][a-z0-9]*)[\s>/]/g)) tokens.add(element)
    for (const [, attribute = '', value = ''] of source.matchAll(/\s(role|type)="(\w+)"/g))
      tokens.add(`[${attribute}=${value}]`)
    for (const [, attribute = ''] of source.matchAll(/\s(aria-invalid|disabled)=\{/g)) tokens.add(`[${attribute}=true]`)
    for (const line of source.split('\n').filter((one) => /class(Name|List)/.test(one))) {
      for (const [, text = ''] of line.matchAll(/['"`]([^'"`]*)['"`]/g)) {
        for (const word of text.split(/[^\w-]+/)) tokens.add(`.${word}`)
      }
    }
  }
  return tokens
}
