import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Packages with binaries, which the server loads from node_modules. The build contains all others (decision 137). */
export const LOADED_PACKAGES = ['sharp']
/** Binaries for another C library. */
const UNUSED_BINARIES = /^@img\/.+musl/
/** Sources, source maps and documentation. Licences stay. */
const UNUSED_FILES = /(\.map|\.[cm]?tsx?|\.flow|\.md|\.markdown|\.tsbuildinfo)$/
/** Folders at the top of a package that only its authors use. */
const UNUSED_FOLDERS = new Set(['test', 'tests', '__tests__', 'docs', 'doc', 'example', 'examples', 'benchmark', 'umd'])

/** Removes everything from a node_modules folder that the server doesn't load. */
export function pruneModules(modules: string): void {
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  const loaded = withDependencies(LOADED_PACKAGES, modules)
  for (const name of packagesIn(modules)) {
    const folder = join(modules, name)
    if (loaded.has(name) && !UNUSED_BINARIES.test(name)) prunePackage(folder)
    else rmSync(folder, { recursive: true })
  }
}

/** Returns the names of packages and of all installed packages that they depend on. */
function withDependencies(names: readonly string[], modules: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = join(modules, name, 'package.json')
    if (found.has(name) || !existsSync(file)) continue
    found.add(name)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'))
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), modules, found)
  }
  return found
}

function prunePackage(folder: string): void {
  for (const entry of readdirSync(folder)) {
    if (UNUSED_FOLDERS.has(entry)) rmSync(join(folder, entry), { recursive: true })
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    if (UNUSED_FILES.test(entry) && lstatSync(path).isFile()) rmSync(path)
  }
}

function packagesIn(modules: string): string[] {
  return readdirSync(modules)
    .filter((entry) => !entry.startsWith('.'))
    .flatMap((entry) =>
      entry.startsWith('@') ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`) : [entry],
    )
}

if (import.meta.main) pruneModules(process.argv[2] ?? 'node_modules')
