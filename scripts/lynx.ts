import { spawnSync } from 'node:child_process'
import { ensureProgram } from './debian-package.ts'

const hasLynx = () => spawnSync('lynx', ['-version'], { stdio: 'ignore' }).status === 0

/** Makes sure that the text browser lynx is installed. */
export const ensureLynx = () =>
  ensureProgram('The text browser lynx', hasLynx, 'The purchase in a text browser needs lynx', ['lynx'])
