import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** Packages with binaries, which the server loads from node_modules. The build contains all others (decision 137). */
export const LOADED_PACKAGES = ['sharp']
/** Binaries for another C library. */
const UNUSED_BINARIES = /^@img\/.+musl/
/** Sources, source maps and documentation. Licences stay. */
const UNUSED_FILES = /(\.map|\.[cm]?tsx?|\.flow|\.md|\.markdown|\.tsbuildinfo)$/
/** Folders at the top of a package that only its authors use. */
const UNUSED_FOLDERS = new Set(['test', 'tests', '__tests__', 'docs', 'doc', 'example', 'examples', 'benchmark', 'umd'])

const MODULES = 'node_modules'

/** Copies what the server loads from this folder's node_modules, with all that it depends on, to another node_modules folder. */
export function copyLoadedModules(target: string): void {
  for (const folder of withDependencies(LOADED_PACKAGES, '.')) {
    cpSync(folder, join(target, relative(MODULES, folder)), {
      recursive: true,
      filter: (source) => isUsed(source, folder),
    })
  }
}

/** Returns the folders of packages and of all installed packages that they depend on. `dependent` is the folder of their dependent. */
function withDependencies(names: readonly string[], dependent: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    // A package has a dependency in its own node_modules if others need another version of it.
    const folder = [join(dependent, MODULES, name), join(MODULES, name)].find((place) => existsSync(place))
    if (!folder || found.has(folder) || UNUSED_BINARIES.test(name)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found)
  }
  return found
}

function isUsed(source: string, folder: string): boolean {
  if (dirname(source) !== folder) return !UNUSED_FILES.test(source)
  const name = basename(source)
  return name !== MODULES && !UNUSED_FOLDERS.has(name) && !UNUSED_FILES.test(name)
}

if (import.meta.main) {
  const target = process.argv[2]
  if (!target) throw new Error('Say where to: node scripts/loaded-modules.ts FOLDER')
  copyLoadedModules(target)
}
