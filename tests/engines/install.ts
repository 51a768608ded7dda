import { existsSync, globSync } from 'node:fs'
import { ensureChromium } from '../../scripts/chromium.ts'
import { installDebianPackages } from '../../scripts/debian-package.ts'

export const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
const PACKAGES = { [FIREFOX]: 'firefox-esr', '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' }

/** The browser of WebKitGTK's package. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
}

const missing = () => Object.entries(PACKAGES).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))

/** Makes sure that the engines are installed; installs Debian's when root. Throws if it can't. */
export default function ensureEngines(): void {
  ensureChromium()
  if (missing().length > 0) installDebianPackages([missing()])
  if (missing().length > 0 || !findMiniBrowser())
    throw new Error(`The engines need Debian's packages ${Object.values(PACKAGES).join(', ')}: please install them.`)
}
