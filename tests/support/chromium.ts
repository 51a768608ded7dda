import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'

/** Starts this machine's Chromium, or else Playwright's, for measurements and pictures outside the journeys. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
}
