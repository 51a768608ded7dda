import { existsSync } from 'node:fs'
import type { Program } from './debian-package.ts'

/** Prometheus's checker of rules. */
export const PROMTOOL = '/usr/bin/promtool'

export const promtool: Program = {
  name: 'promtool',
  isHere: () => existsSync(PROMTOOL),
  groups: [['prometheus']],
  otherwise: 'The test of ops/alerts.yml needs promtool',
}
