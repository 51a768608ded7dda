import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensurePrograms, type Program } from './debian-package.ts'

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

export const chromium: Program = {
  name: 'Chromium',
  isHere: findChromium,
  groups: [['chromium-headless-shell'], ['chromium']],
  otherwise: () => execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' }),
}

/**
 * A font as wide as those of phones. A machine with DejaVu alone shows each text a tenth wider, so that journeys find pages too wide that
 * aren't.
 */
export const fonts: Program = {
  name: 'fonts',
  isHere: () => process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/liberation'),
  groups: [['fonts-liberation']],
  otherwise: () => undefined,
}

/** Finds Chromium or installs it: Debian's package when root, or else Playwright's. Returns undefined for Playwright's. */
export function ensureChromium(): string | undefined {
  ensurePrograms(chromium)
  return findChromium()
}
