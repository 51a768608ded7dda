import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** A TypeScript file of the repository. */
export interface Source {
  path: string
  /** The folder of `app` that the file is in, or the name of a file of `app` itself. */
  room: string
  text: string
  /** Lines of the file. */
  length: number
  imports: Import[]
  syntax: ts.SourceFile
}

export interface Import {
  /** A path of the repository with its ending, or the name of a package. */
  target: string
  /** Whether nothing of it is left when the types are stripped. */
  isType: boolean
}

/** Returns the TypeScript files below a folder, but for generated ones. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && entry.name !== 'database.types.ts')
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
      const length = text.split('\n').length - 1
      return { path, room: path.split('/')[1] ?? '', text, length, imports: importsOf(path, syntax), syntax }
    })
}

/** Returns what a file imports, by declarations, by `import()` and in types. */
function importsOf(path: string, syntax: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (target: ts.Node | undefined, isType: boolean) => {
    if (target && ts.isStringLiteral(target)) found.push({ target: resolve(path, target.text), isType })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    ts.forEachChild(node, visit)
  }
  visit(syntax)
  return found
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause || clause.isTypeOnly) return clause?.isTypeOnly ?? false
  const names = clause.namedBindings
  return (
    !clause.name && names !== undefined && ts.isNamedImports(names) && names.elements.every((one) => one.isTypeOnly)
  )
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

/** A function with its own length in lines, which leaves out the functions that are declared in it: they are counted by themselves. */
export interface FunctionLength {
  /** The file and the function's name. */
  name: string
  length: number
  /** Whether it contains markup, as a component does. */
  hasMarkup: boolean
}

/** Returns the functions of a file, with those that have no name. */
export function functionsOf({ path, syntax }: Source): FunctionLength[] {
  const found: FunctionLength[] = []
  const linesOf = (node: ts.Node) =>
    syntax.getLineAndCharacterOfPosition(node.end).line -
    syntax.getLineAndCharacterOfPosition(node.getStart(syntax)).line +
    1
  const declaredIn = (node: ts.Node): number =>
    children(node)
      .map((child) => (ts.isFunctionDeclaration(child) ? linesOf(child) : declaredIn(child)))
      .reduce((sum, lines) => sum + lines, 0)
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      found.push({
        name: `${path} ${nameOf(node, syntax)}`,
        length: linesOf(node) - declaredIn(node.body),
        hasMarkup: hasMarkup(node.body),
      })
    ts.forEachChild(node, visit)
  }
  visit(syntax)
  return found
}

function nameOf(node: ts.SignatureDeclaration, syntax: ts.SourceFile): string {
  const { parent } = node
  const name =
    node.name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined)
  return name?.getText(syntax) ?? '(anonymous)'
}

function hasMarkup(node: ts.Node): boolean {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true
  return children(node).some((child) => hasMarkup(child))
}

function children(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  ts.forEachChild(node, (child) => void found.push(child))
  return found
}
