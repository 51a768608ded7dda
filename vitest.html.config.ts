import { defineConfig } from 'vitest/config'

/** `npm run measure -- html`: apart from the other tests, since it needs Java. */
export default defineConfig({
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  test: {
    allowOnly: false,
    include: ['tests/html/**/*.test.ts'],
    globalSetup: ['tests/html/ensure-java.ts', 'tests/support/shared-shop.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
