import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-package.ts'

/** The proxy of compose.yaml. */
export const CADDY = '/usr/bin/caddy'

/** Makes sure that Caddy is installed; installs Debian's when root. Throws if it can't. */
export function ensureCaddy(): void {
  if (existsSync(CADDY)) return
  console.log('Caddy is not here yet; getting it…')
  if (!installDebianPackages(['caddy'])) throw new Error('The test of compose.yaml needs Caddy: please install it.')
}
