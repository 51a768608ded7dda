import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ConfigurationError, readSettings } from '../../app/platform/env.server.ts'

const complete = {
  PUBLIC_URL: 'https://shop.test',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
  SUPABASE_SECRET_KEY: 'sb_secret_1',
  SESSION_SECRET: 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E',
}

function problemsOf(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

test('a complete configuration is taken, with defaults for the rest', () => {
  expect(readSettings(complete)).toMatchObject({ PORT: 3000, GUEST_CHECKOUT: 'off', PAYFAST_MODE: 'sandbox' })
})

test('every problem is told at once, and no value', () => {
  const problems = problemsOf({
    ...complete,
    SUPABASE_URL: undefined,
    SUPABASE_SECRET_KEY: '',
    SESSION_SECRET: 'short-value',
    GUEST_CHECKOUT: 'maybe',
    PORT: '99999',
  })
  expect(problems).toHaveLength(5)
  expect(problems.join(' ')).not.toContain('short-value')
})

test('placeholders are no secrets', () => {
  expect(problemsOf({ ...complete, SESSION_SECRET: 'change-me-change-me-change-me-change-me' })).toEqual([
    'SESSION_SECRET is still a placeholder',
  ])
})

test('live payments need a passphrase, an own merchant and the word about the currency', () => {
  expect(problemsOf({ ...complete, PAYFAST_MODE: 'live' })).toHaveLength(3)
  expect(
    problemsOf({
      ...complete,
      PAYFAST_MODE: 'live',
      PAYFAST_PASSPHRASE: 'own-phrase',
      PAYFAST_MERCHANT_ID: '123',
      PAYFAST_ACKNOWLEDGE_ZAR: 'yes',
    }),
  ).toEqual([])
})

test('node server.ts in production without a backend exits non-zero and names everything that is missing', () => {
  const { status, stderr } = spawnSync('node', ['server.ts'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  for (const name of [
    'PUBLIC_URL',
    'SUPABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'SESSION_SECRET',
  ])
    expect(stderr).toContain(`${name} is missing`)
})
