import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian-package.ts'

const hasLynx = () => spawnSync('lynx', ['-version'], { stdio: 'ignore' }).status === 0

/** Finds the text browser lynx, or gets Debian's when root. Throws with what to do where neither works. */
export function ensureLynx(): void {
  if (hasLynx()) return
  console.log('The text browser lynx is not here yet; getting it…')
  if (!installDebianPackages(['lynx']) || !hasLynx()) {
    throw new Error('The purchase in a text browser needs lynx: please install it.')
  }
}
