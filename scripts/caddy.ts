import { existsSync } from 'node:fs'
import { ensureProgram } from './debian-package.ts'

/** The proxy of compose.yaml. */
export const CADDY = '/usr/bin/caddy'

/** Makes sure that Caddy is installed. */
export const ensureCaddy = () =>
  ensureProgram('Caddy', () => existsSync(CADDY), 'The test of compose.yaml needs Caddy', ['caddy'])
