import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-package.ts'

/** Prometheus's checker of rules. */
export const PROMTOOL = '/usr/bin/promtool'

/** Makes sure that promtool is installed; installs Debian's Prometheus when root. Throws if it can't. */
export function ensurePromtool(): void {
  if (existsSync(PROMTOOL)) return
  console.log('promtool is not here yet; getting it…')
  if (!installDebianPackages(['prometheus']))
    throw new Error('The test of ops/alerts.yml needs promtool: please install it.')
}
