import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { ensureChromium, installDebianPackages, installOwnPackages } from '../../scripts/programs.ts'

export const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
const PACKAGES = { [FIREFOX]: 'firefox-esr', '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' }

/** The browser of WebKitGTK's package. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
}

const missing = () => Object.entries(PACKAGES).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))

/** Makes sure that the engines and their drivers are installed; installs Debian's when root. Throws if it can't. */
export default function ensureEngines(): void {
  installOwnPackages('tests/engines')
  // The gate can't check the types of what uses packages that aren't installed.
  execFileSync('tsgo', ['--noEmit', '--project', 'tests/engines'], { stdio: 'inherit' })
  ensureChromium()
  if (missing().length > 0) installDebianPackages([missing()])
  if (missing().length > 0 || !findMiniBrowser())
    throw new Error(`The engines need Debian's packages ${Object.values(PACKAGES).join(', ')}: please install them.`)
}
