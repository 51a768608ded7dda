import { existsSync } from 'node:fs'
import { ensureProgram } from './debian-package.ts'

/** Prometheus's checker of rules. */
export const PROMTOOL = '/usr/bin/promtool'

/** Makes sure that promtool is installed. */
export const ensurePromtool = () =>
  ensureProgram('promtool', () => existsSync(PROMTOOL), 'The test of ops/alerts.yml needs promtool', ['prometheus'])
