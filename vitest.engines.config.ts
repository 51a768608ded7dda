import { defineConfig } from 'vitest/config'

/** `npm run measure -- engines`: apart from the other tests, since it needs Firefox and WebKit, half a gigabyte. */
export default defineConfig({
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  test: {
    allowOnly: false,
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: ['tests/engines/install.ts', 'tests/support/shared-shop.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
})
