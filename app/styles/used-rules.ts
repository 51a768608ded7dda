import { replaceBetween } from '~/platform/text'

/** A selector with the classes, elements and attributes that a page must have for it to match: `.card`, `img`, `[type=radio]`. */
interface Selector {
  text: string
  needs: readonly string[]
}

/** A piece of a stylesheet: a rule, a conditional group such as `@media`, or something else, which is always used. */
type Piece = { selectors: readonly Selector[]; body: string } | { head: string; pieces: Piece[] } | { text: string }

/** A parsed stylesheet. */
export type Sheet = readonly Piece[]

/** A media query for the window's width alone. */
const BREAKPOINT = /^@media ?\((min|max)-width: ?([\d.]+)px\)$/

/** Parses a stylesheet without nested rules, as the build writes it. Cascade layers are flattened (decision 64). */
export function parseSheet(css: string): Sheet {
  return gatherBreakpoints(blocksOf(replaceBetween(css, '/*', '*/', () => '')).flatMap(parseBlock))
}

/** Cuts a sheet into its outermost blocks, each with its head. */
function blocksOf(css: string): { head: string; body: string }[] {
  const blocks = []
  let [depth, start, open] = [0, 0, 0]
  for (const { 0: sign, index } of css.matchAll(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[{}]/gs)) {
    if (sign === '{' && depth++ === 0) open = index
    if (sign === '}' && --depth === 0) {
      blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index).trim() })
      start = index + 1
    }
  }
  return blocks
}

function parseBlock({ head, body }: { head: string; body: string }): Piece[] {
  if (head.startsWith('@layer')) return blocksOf(body).flatMap(parseBlock)
  if (/^@(media|supports)/.test(head)) return [{ head, pieces: blocksOf(body).flatMap(parseBlock) }]
  if (head.startsWith('@')) return [{ text: `${head}{${body}}` }]
  const selectors = selectorsIn(head).map((text) => ({ text: text.trim(), needs: needsOf(text) }))
  return [{ selectors, body }]
}

/** Splits a list of selectors at its commas, but for those in brackets. */
function selectorsIn(head: string): string[] {
  const selectors = ['']
  let depth = 0
  for (const [part] of head.matchAll(/[()[\],]|[^()[\],]+/g)) {
    if (part === '(' || part === '[') depth += 1
    if (part === ')' || part === ']') depth -= 1
    if (part === ',' && depth === 0) selectors.push('')
    else selectors.push((selectors.pop() ?? '') + part)
  }
  return selectors
}

/** Form controls are looked at for some attributes, which few of them have. */
const CONTROLS = new Set(['button', 'input', 'select', 'textarea'])
const IN_CONTROL = / (aria-invalid|disabled|type)="([^"]*)"/g
const IN_SELECTOR = /\[(?:(?:aria-invalid|disabled|type|lang)=[\w-]+|href\^=[^\][]+)\]/g
/** How text in Urdu begins that isn't the page's own (ui/free-text.ts). */
const URDU_TEXT = 'dir="auto" lang="ur"'
/** Links that few pages have. */
const SCHEMES = ['tel', 'mailto']

/** Returns what a page must have for a selector to match. What stands in a pseudo-class is left out, as are other attributes and IDs. */
export function needsOf(selector: string): string[] {
  const written = selector.replaceAll(':disabled', '[disabled=true]')
  const outside = written.replace(/::?[\w-]+(\((?:[^()]|\([^()]*\))*\))?/g, '')
  const plain = outside.replace(/\[[^\][]*\]|#[\w-]+/g, '')
  return [...(plain.match(/\.?[a-z][\w-]*/gi) ?? []), ...(outside.match(IN_SELECTOR) ?? [])]
}

/** Moves breakpoints, which the sources have beside their rules, to the end: the narrowest first, each once. */
function gatherBreakpoints(pieces: readonly Piece[]): Piece[] {
  const others: Piece[] = []
  const widths = new Map<string, { head: string; width: number; pieces: Piece[] }>()
  for (const piece of pieces) {
    const [, kind, width] = ('head' in piece && BREAKPOINT.exec(piece.head)) || []
    if (!('head' in piece) || kind === undefined) {
      others.push(piece)
      continue
    }
    const group = widths.get(piece.head) ?? { head: piece.head, width: Number(width), pieces: [] }
    group.pieces.push(...piece.pieces)
    widths.set(piece.head, group)
  }
  return [...others, ...Array.from(widths.values()).sort((one, other) => one.width - other.width)]
}

const SLASH = 47

/** Returns the elements, classes and some attributes of a page, and the names of its areas and places: `img`, `.card`, `@catalog/filters`. */
export function tokensOf(html: string): Set<string> {
  const tokens = new Set<string>()
  // Every render waits for this, and regular expressions take twice as long.
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', start + 1)) {
    let end = start + 1
    if (html.charCodeAt(end) === SLASH) continue
    while (isNamePart(html.charCodeAt(end))) end += 1
    const name = html.slice(start + 1, end)
    tokens.add(name)
    if (!CONTROLS.has(name)) continue
    const attributes = html.slice(end, html.indexOf('>', end))
    // React writes boolean attributes without a value.
    for (const [, attribute, value] of attributes.matchAll(IN_CONTROL)) tokens.add(`[${attribute}=${value || 'true'}]`)
  }
  for (const names of valuesOf(html, ' class="')) for (const name of names.split(' ')) tokens.add(`.${name}`)
  for (const attribute of [' data-area="', ' data-part="']) {
    for (const name of valuesOf(html, attribute)) tokens.add(`@${name}`)
  }
  if (html.includes(URDU_TEXT)) tokens.add('[lang=ur]')
  for (const scheme of SCHEMES) if (html.includes(`href="${scheme}:`)) tokens.add(`[href^=${scheme}\\:]`)
  return tokens
}

/** Whether a character is a lower-case letter, a digit or a hyphen. */
function isNamePart(code: number): boolean {
  return (code > 96 && code < 123) || (code > 47 && code < 58) || code === 45
}

/** Returns the different values of an attribute, whose beginning is given as it stands in the page. */
function valuesOf(html: string, beginning: string): Set<string> {
  const values = new Set<string>()
  for (let start = html.indexOf(beginning); start !== -1; start = html.indexOf(beginning, start)) {
    start += beginning.length
    values.add(html.slice(start, html.indexOf('"', start)))
  }
  return values
}

/** Writes a sheet: all of it or, with the tokens of a page, the rules that can match there. */
export function writeSheet(sheet: Sheet, tokens?: ReadonlySet<string>): string {
  let css = ''
  for (const piece of sheet) {
    if ('text' in piece) css += piece.text
    else if ('head' in piece) {
      const inside = writeSheet(piece.pieces, tokens)
      if (inside) css += `${piece.head}{${inside}}`
    } else {
      const used = tokens
        ? piece.selectors.filter(({ needs }) => needs.every((token) => tokens.has(token)))
        : piece.selectors
      if (used.length > 0) css += `${used.map(({ text }) => text).join()}{${piece.body}}`
    }
  }
  return css
}
