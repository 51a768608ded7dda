import { findChromium } from '../../scripts/programs.ts'
import type { Engine } from './engine.ts'
import { FIREFOX } from './install.ts'
import { startByPuppeteer } from './puppeteer.ts'
import { startWebKit } from './webkit.ts'

export const ENGINES = {
  Chromium: () => startByPuppeteer({ executablePath: findChromium(), args: ['--no-sandbox'] }),
  Firefox: () => startByPuppeteer({ browser: 'firefox', executablePath: FIREFOX }),
  WebKit: startWebKit,
} satisfies Record<string, () => Promise<Engine>>
