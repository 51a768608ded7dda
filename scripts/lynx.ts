import { spawnSync } from 'node:child_process'
import type { Program } from './debian-package.ts'

const hasLynx = () => spawnSync('lynx', ['-version'], { stdio: 'ignore' }).status === 0

/** The text browser. */
export const lynx: Program = {
  name: 'lynx',
  isHere: hasLynx,
  groups: [['lynx']],
  otherwise: 'The purchase in a text browser needs lynx',
}
