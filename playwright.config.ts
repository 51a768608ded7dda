import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/programs.ts'

// As in vitest.config.ts.
process.env.LITE_AUTH_BCRYPT_COST ??= '4'
process.env.NODE_COMPILE_CACHE ??= new URL('./.cache/compiled', import.meta.url).pathname

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/global-setup.ts',
  // Each worker has a shop of its own (tests/journeys/global-setup.ts). With two, two cores wait for a page's load now and then.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Else a click on something below the window waits for the page to scroll there, and draws it all the way.
        '--disable-smooth-scrolling',
        // Pages live for seconds, so compiling their scripts with optimisations costs more CPU time than it saves.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  // Tests with the tag @phone find the same on every window, and those with @scripts nothing more without JavaScript than others.
  projects: [
    // The desk's only scripts are those of its chat and of browsers that tell of orders, so on a phone it runs without them only.
    {
      name: 'phone',
      testIgnore: /desk[^/]*\.spec\.ts$/,
      use: { viewport: { width: 360, height: 800 }, hasTouch: true },
    },
    // The journeys whose pages look or work differently on a wide window.
    {
      name: 'desktop',
      testMatch:
        /\/(account|browsing|browsing-details|cart|content|desk|desk-chat|desk-people|enhancement|lite|purchase|rtl)\.spec\.ts$/,
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    // How a page looks is measured by scripts; who somebody is is decided by the server, and told by tests of routes.
    {
      name: 'phone without JavaScript',
      testIgnore: /(account-people|looks|rtl)\.spec\.ts$/,
      grepInvert: /@scripts/,
      use: { viewport: { width: 360, height: 800 }, javaScriptEnabled: false },
    },
    // The pages that look most different on a wide window; without scripts nothing else about them does.
    {
      name: 'desktop without JavaScript',
      testMatch: /\/browsing\.spec\.ts$/,
      grepInvert: /@phone|@scripts/,
      use: { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false },
    },
  ],
})
