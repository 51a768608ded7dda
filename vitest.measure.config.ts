import { defineConfig } from 'vitest/config'

const alias = { '~': new URL('./app', import.meta.url).pathname }
const shared = { allowOnly: false, testTimeout: 120_000, hookTimeout: 120_000 }

/** `npm run measure -- engines` and `-- html`: apart from the other tests, since they need Firefox and WebKit, half a gigabyte, and Java. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/engines/install.ts', 'tests/support/shared-shop.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'html',
          include: ['tests/html/**/*.test.ts'],
          globalSetup: 'tests/support/shared-shop.ts',
        },
      },
    ],
  },
})
