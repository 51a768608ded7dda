import { globSync, readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import { parse } from 'node-html-parser'
import { parseSheet, type Sheet } from '../app/styles/used-rules.ts'

/** Sheets that no page for shoppers has: of what only scripts show, of documents that run right to left, and of the operators' desk. */
const NOT_FOR_SHOPPERS = ['enhanced', 'rtl', 'desk']

/** Returns the rules of the sheets that pages for shoppers may have, without nesting. */
export function servedSheets(): Map<string, Sheet> {
  const files = globSync('app/styles/**/*.css').filter(
    (file) => !NOT_FOR_SHOPPERS.some((name) => file.endsWith(`/${name}.css`)),
  )
  return new Map(files.map((file) => [file, parseSheet(compile(file))]))
}

function compile(file: string): string {
  // As the build does: without nested rules, for the oldest browser.
  const { code } = transform({ filename: file, code: readFileSync(file), minify: true, targets: { chrome: 79 << 16 } })
  return code.toString()
}

/** Returns every selector of a sheet. */
export function selectorsOf(sheet: Sheet): string[] {
  return sheet.flatMap((piece) => {
    if ('selectors' in piece) return piece.selectors.map(({ text }) => text)
    return 'pieces' in piece ? selectorsOf(piece.pieces) : []
  })
}

/** What depends on a state that only a browser knows: pseudo-elements, `:hover`, `[open]`, `[data-live]`, negations of these. */
const STATE =
  /::[\w-]+|:(before|after|first-letter|root|hover|active|focus-visible|focus-within|focus|target|placeholder-shown|checked|disabled)\b|:lang\([^)]*\)|:not\((?=:|\[)[^()]*(\([^()]*\))*[^()]*\)|:has\(:checked\)|\[(open|data-live|data-hydrated)\]/g

/** Returns a selector without the states in it. */
export function withoutStates(selector: string): string {
  const parts = selector.replace(STATE, '\0').split(/(\s*[>+~]\s*|\s+)/)
  return parts.map((part, place) => (place % 2 === 0 ? part.replaceAll('\0', '') || '*' : part)).join('')
}

/** Returns the selectors that match nothing in these pages. */
export function deadSelectors(selectors: readonly string[], pages: readonly string[]): string[] {
  let left = [...new Set(selectors)]
  for (const html of pages) {
    const root = parse(html)
    left = left.filter((selector) => root.querySelector(withoutStates(selector)) === null)
  }
  return left
}
