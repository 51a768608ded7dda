import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import { CADDY } from './caddy.ts'
import { findChromium } from './chromium.ts'
import { findPostgres } from './postgres.ts'
import { findRedis } from './redis.ts'

/** Returns a line for each installed program whose version the tests depend on, with its path: another build may behave differently. */
export function listVersions(): string[] {
  const programs = [
    findChromium() ?? playwright.executablePath(),
    join(findPostgres() ?? '', 'postgres'),
    findRedis() ?? 'redis-server',
  ]
  const versions = programs.map((path) => `${execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()} (${path})`)
  versions.push(`Caddy ${execFileSync(CADDY, ['version'], { encoding: 'utf8' }).trim()} (${CADDY})`)
  return [...versions, `Node ${process.version} (${process.execPath})`]
}
