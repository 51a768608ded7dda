import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-package.ts'

const KNOWN_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Returns the path of this machine's Chromium, if it has one. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...KNOWN_PATHS].find((path) => path !== undefined && existsSync(path))
}

/** Finds Chromium or installs it: Debian's package when root, or else Playwright's. Returns undefined for Playwright's. */
export function ensureChromium(): string | undefined {
  const found = findChromium()
  if (found) return found
  console.log('Chromium is not here yet; getting it…')
  if (installDebianPackages(['chromium-headless-shell'], ['chromium'])) return findChromium()
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return undefined
}
