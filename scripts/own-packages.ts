import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs the packages of a folder that has a `package.json` and a lock of its own, unless they are installed: large packages that
 * few need, which `npm ci` at the root leaves out (decision 1).
 */
export function installOwnPackages(folder: string): void {
  const installed = join(folder, 'node_modules/.package-lock.json')
  const changedAt = (path: string) => statSync(path).mtimeMs
  if (existsSync(installed) && changedAt(installed) >= changedAt(join(folder, 'package-lock.json'))) return
  console.log(`The packages of ${folder} are not here yet; getting them…`)
  execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
