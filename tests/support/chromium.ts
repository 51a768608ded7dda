import { chromium, type Browser } from '@playwright/test'
import { ensureChromium } from '../../scripts/programs.ts'

/** Starts this machine's Chromium, or else Playwright's, for measurements and pictures outside the journeys. */
export function launchChromium(): Promise<Browser> {
  const executablePath = ensureChromium()
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
}
