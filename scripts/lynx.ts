import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian-package.ts'

const hasLynx = () => spawnSync('lynx', ['-version'], { stdio: 'ignore' }).status === 0

/** Makes sure that the text browser lynx is installed; installs Debian's when root. Throws if it can't. */
export function ensureLynx(): void {
  if (hasLynx()) return
  console.log('The text browser lynx is not here yet; getting it…')
  if (!installDebianPackages(['lynx']) || !hasLynx()) {
    throw new Error('The purchase in a text browser needs lynx: please install it.')
  }
}
