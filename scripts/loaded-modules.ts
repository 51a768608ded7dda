import { cpSync, lstatSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Packages with binaries, which the server loads from node_modules. The build contains all others (decision 1). */
export const LOADED_PACKAGES = ['sharp']
/** Binaries for another C library. */
const UNUSED_BINARIES = /^@img\/.+musl/
/** Sources, source maps and documentation. Licences stay. */
const UNUSED_FILES = /(\.map|\.[cm]?tsx?|\.flow|\.md|\.markdown|\.tsbuildinfo)$/
/** Folders at the top of a package that only its authors use. */
const UNUSED_FOLDERS = new Set(['test', 'tests', '__tests__', 'docs', 'doc', 'example', 'examples', 'benchmark', 'umd'])

const MODULES = resolve('node_modules')

/** Copies what the server loads from this folder's node_modules, with all that it depends on, to another node_modules folder. */
function copyLoadedModules(target: string): void {
  for (const folder of withDependencies(LOADED_PACKAGES, MODULES)) {
    cpSync(folder, join(target, relative(MODULES, folder)), {
      recursive: true,
      filter: (source) => isUsed(source, folder),
    })
  }
}

/** Returns the folders of packages that a folder's modules import, and of all installed packages that they depend on. */
function withDependencies(names: readonly string[], importer: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const folder = folderOf(name, importer)
    if (!folder || found.has(folder) || UNUSED_BINARIES.test(name)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found)
  }
  return found
}

/** Returns the folder that Node imports a package from, or undefined if it isn't installed, as binaries for other platforms aren't. */
function folderOf(name: string, importer: string): string | undefined {
  try {
    const file = findPackageJSON(name, pathToFileURL(join(importer, 'any.js')))
    return file && dirname(file)
  } catch {
    return undefined
  }
}

function isUsed(source: string, folder: string): boolean {
  const isAtTop = dirname(source) === folder
  // Packages in a package's own node_modules are copied by themselves.
  if (isAtTop && (basename(source) === 'node_modules' || UNUSED_FOLDERS.has(basename(source)))) return false
  return !(UNUSED_FILES.test(source) && lstatSync(source).isFile())
}

if (import.meta.main) {
  const target = process.argv[2]
  if (!target) throw new Error('Say where to: node scripts/loaded-modules.ts FOLDER')
  copyLoadedModules(target)
}
