import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/messages.ts'

await compileMessages()

// Hashing passwords as hosted Auth does would take a third of the sandbox's work. Its processes inherit this.
process.env.LITE_AUTH_BCRYPT_COST ??= '4'
// Node compiles what the processes of the tests load only once. They inherit this too.
process.env.NODE_COMPILE_CACHE ??= new URL('./.cache/compiled', import.meta.url).pathname

/**
 * Files of a project share one worker and its modules; with a worker for each, loading them took half of the time of small files. A file
 * has to undo what it changes, such as the clock. The contract tests have a hook in a shared module, which each file has to register.
 */
const isolate = false
const alias = { '~': new URL('./app', import.meta.url).pathname }

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    fileParallelism: false,
    // Files run in the same order everywhere, not in that of their last durations.
    cache: false,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'rules',
          include: ['tests/*.test.ts', 'tests/rules/**/*.test.{ts,tsx}'],
          allowOnly: false,
          isolate,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          allowOnly: false,
          isolate,
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
          isolate,
          include: ['tests/{routes,attacks,text-browsers}/**/*.test.ts'],
          globalSetup: ['tests/support/sandbox-postgres.ts', 'tests/support/shared-shop.ts'],
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          // With a shop of its own: what other tests add to theirs, such as a filter, makes its pages heavier.
          name: 'weights',
          allowOnly: false,
          isolate,
          include: ['tests/weights/**/*.test.ts'],
          globalSetup: ['tests/support/sandbox-postgres.ts', 'tests/support/shared-shop.ts'],
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
          isolate,
          include: ['tests/{faults,deployment}/**/*.test.ts'],
          // A test runs the built server in its own process. Node loads it as it is.
          server: { deps: { external: [/\/build\/server\//] } },
          globalSetup: 'tests/support/sandbox-postgres.ts',
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
