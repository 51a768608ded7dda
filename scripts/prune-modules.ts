import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Packages that production code never loads: types, and binaries for another C library or runtime. */
const UNUSED_PACKAGES = /^(typescript|node-(linux|win)-\w+|@types\/.+|@img\/.+musl.+)$/
/** Sources, source maps and documentation. Licences stay. */
const UNUSED_FILES = /(\.map|\.[cm]?tsx?|\.flow|\.md|\.markdown|\.tsbuildinfo)$/
/** Folders at the top of a package that only its authors use. */
const UNUSED_FOLDERS = new Set(['test', 'tests', '__tests__', 'docs', 'doc', 'example', 'examples', 'benchmark', 'umd'])

/** Removes everything from a node_modules folder that the server doesn't load. */
export function pruneModules(modules: string): void {
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  for (const name of packagesIn(modules)) {
    const folder = join(modules, name)
    if (UNUSED_PACKAGES.test(name)) rmSync(folder, { recursive: true })
    else prunePackage(folder)
  }
}

function prunePackage(folder: string): void {
  for (const entry of readdirSync(folder)) {
    if (UNUSED_FOLDERS.has(entry)) rmSync(join(folder, entry), { recursive: true })
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    if (UNUSED_FILES.test(entry) && lstatSync(path).isFile()) rmSync(path)
  }
  const own = join(folder, 'node_modules')
  if (existsSync(own)) pruneModules(own)
}

function packagesIn(modules: string): string[] {
  return readdirSync(modules)
    .filter((entry) => !entry.startsWith('.'))
    .flatMap((entry) =>
      entry.startsWith('@') ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`) : [entry],
    )
}

if (import.meta.main) pruneModules(process.argv[2] ?? 'node_modules')
