import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parse, type ParserPlugin } from '@babel/parser'

/** A TypeScript file of the repository. It is parsed when its imports or its syntax are asked for. */
export class Source {
  path: string
  /** The folder of `app` that the file is in, or the name of a file of `app` itself. */
  room: string
  text: string
  #syntax: Node | undefined
  #imports: Import[] | undefined

  constructor(path: string) {
    this.path = path
    this.room = path.split('/')[1] ?? ''
    this.text = readFileSync(path, 'utf8')
  }

  get syntax(): Node {
    return (this.#syntax ??= syntaxOf(this.text, this.path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']))
  }

  get imports(): Import[] {
    return (this.#imports ??= importsOf(this.path, this.syntax))
  }
}

export interface Import {
  /** A path of the repository with its ending, or the name of a package. */
  target: string
  /** Whether nothing of it is left when the types are stripped. */
  isType: boolean
}

/** A node of the syntax tree, with those fields of its kinds that are read here. */
export interface Node {
  type: string
  start: number
  end: number
  loc: { start: { line: number }; end: { line: number } }
  body?: Node
  source?: Node | null
  callee?: Node
  arguments?: Node[]
  argument?: Node
  specifiers?: Node[]
  importKind?: string
  exportKind?: string
  id?: Node | null
  name?: string
  key?: Node
  value?: unknown
}

const read = new Map<string, Source[]>()

/** Returns the TypeScript files below a folder, but for generated ones and packages. They are read once. */
export function sourcesIn(folder: string): Source[] {
  const sources =
    read.get(folder) ??
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && entry.name !== 'database.types.ts')
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('node_modules'))
      .map((path) => new Source(path))
  read.set(folder, sources)
  return sources
}

export function syntaxOf(text: string, plugins: ParserPlugin[] = []): Node {
  return parse(text, { sourceType: 'module', plugins }).program as unknown as Node
}

export function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'loc' in value
  return Object.entries(node).flatMap(([name, value]) => (/comments$/i.test(name) ? [] : [value].flat().filter(isNode)))
}

export const isFunction = ({ type }: Node): boolean =>
  /^(Function|ArrowFunction|ObjectMethod|Class\w*Method)/.test(type)

/** Returns what a file imports, by declarations, by `import()` and in types. */
function importsOf(path: string, syntax: Node): Import[] {
  const found: Import[] = []
  const add = (target: Node | null | undefined, isType: boolean) => {
    if (target?.type === 'StringLiteral') found.push({ target: resolve(path, String(target.value)), isType })
  }
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') add(node.source, isTypeOnly(node))
    else if (/^Export(Named|All)/.test(node.type)) add(node.source, node.exportKind === 'type')
    else if (node.callee?.type === 'Import') add(node.arguments?.[0], false)
    else if (node.type === 'TSImportType') add(node.argument, true)
    childrenOf(node).forEach(visit)
  }
  visit(syntax)
  return found
}

function isTypeOnly({ importKind, specifiers = [] }: Node): boolean {
  return importKind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type'))
}

function resolve(from: string, target: string): string {
  const path = target.startsWith('~/')
    ? `app/${target.slice(2)}`
    : target.startsWith('.')
      ? normalize(join(dirname(from), target))
      : null
  if (path === null) return target
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.\w+$/.test(file) && existsSync(file)) ?? path
}

/** Returns the groups of nodes that reach each other, sorted. A graph without circles has none. */
export function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]))
  const seen = new Set<string>()
  return [...reachable].flatMap(([node, reached]) => {
    if (!reached.has(node) || seen.has(node)) return []
    const circle = [...reached].filter((other) => reachable.get(other)?.has(node))
    for (const member of circle) seen.add(member)
    return [circle.toSorted()]
  })
}

function reach(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(from) ?? [])]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue
    reached.add(node)
    waiting.push(...(graph.get(node) ?? []))
  }
  return reached
}
