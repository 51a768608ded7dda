import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The browser of this machine, if it has one. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...KNOWN].find((path) => path !== undefined && existsSync(path))
}

/** Finds Chromium, or gets it: Debian's package when root, else Playwright's own. Undefined means Playwright's own. */
export function ensureChromium(): string | undefined {
  const found = findChromium()
  if (found) return found
  console.log('Chromium is not here yet; getting it…')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
    execFileSync('apt-get', ['update', '-q'], quiet)
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quiet)
    return findChromium()
  }
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return undefined
}
