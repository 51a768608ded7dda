import { existsSync } from 'node:fs'
import type { Program } from './debian-package.ts'

/** The proxy of compose.yaml. */
export const CADDY = '/usr/bin/caddy'

export const caddy: Program = {
  name: 'Caddy',
  isHere: () => existsSync(CADDY),
  groups: [['caddy']],
  otherwise: 'The test of compose.yaml needs Caddy',
}
