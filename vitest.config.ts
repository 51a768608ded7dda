import { defineConfig } from 'vitest/config'

// Hashing passwords as hosted Auth does would take a third of the sandbox's work. Its processes inherit this.
process.env.LITE_AUTH_BCRYPT_COST ??= '4'
// Node compiles what the processes of the tests load only once. They inherit this too.
process.env.NODE_COMPILE_CACHE ??= new URL('./.cache/compiled', import.meta.url).pathname

const alias = { '~': new URL('./app', import.meta.url).pathname }

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    fileParallelism: false,
    projects: [
      {
        resolve: { alias },
        test: { name: 'rules', include: ['tests/*.test.ts', 'tests/rules/**/*.test.{ts,tsx}'], allowOnly: false },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          allowOnly: false,
          include: ['tests/database/**/*.test.ts'],
          globalSetup: 'tests/support/shared-postgres.ts',
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'shop',
          allowOnly: false,
          include: ['tests/{routes,attacks,text-browsers}/**/*.test.ts'],
          globalSetup: ['tests/support/sandbox-postgres.ts', 'tests/support/shared-shop.ts'],
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'contract',
          allowOnly: false,
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: 'tests/support/contract-project.ts',
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'faults',
          allowOnly: false,
          include: ['tests/{faults,deployment}/**/*.test.ts'],
          globalSetup: 'tests/support/sandbox-postgres.ts',
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
