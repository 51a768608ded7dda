import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigurationError, readSettings, SETTING_NAMES } from '../../app/platform/env.server.ts'

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

test('accepts a complete configuration and fills in defaults', () => {
  expect(readSettings(complete)).toMatchObject({ PORT: 3000, GUEST_CHECKOUT: 'off', PAYFAST_MODE: 'off' })
})

test('guest checkout is off or on, and off by default (RT-23)', () => {
  expect(readSettings(complete).GUEST_CHECKOUT).toBe('off')
  for (const value of ['off', 'on'])
    expect(readSettings({ ...complete, GUEST_CHECKOUT: value }).GUEST_CHECKOUT).toBe(value)
  expect(problemsOf({ ...complete, GUEST_CHECKOUT: 'maybe' })).toEqual([expect.stringContaining('GUEST_CHECKOUT')])
})

test('reports all problems at once, and no value of a secret', () => {
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

test.each([
  ['PUBLIC_URL', 'https://shop.test/shop', 'has to be an address without a path, such as https://shop.example.pk'],
  ['PUBLIC_URL', 'https://shop.test/?a=b', 'has to be an address without a path, such as https://shop.example.pk'],
  ['PUBLIC_URL', 'shop.test', 'has to be an http(s) address'],
  ['PORT', 'abc', 'has to be a whole number from 0 to 65535'],
  ['PORT', '80.5', 'has to be a whole number from 0 to 65535'],
  ['RETURN_DAYS', 'seven', 'has to be a whole number from 1 to 365'],
  ['BACKEND_TIMEOUT_SECONDS', '0', 'has to be a number from 0.5 to 60'],
  ['GUEST_CHECKOUT', 'yes', 'has to be off or on'],
  ['PAYFAST_MODE', 'test', 'has to be off, sandbox or live'],
  ['CAREERS_EMAIL', 'jobs@', 'has to be an e-mail address'],
])('%s=%s is refused with what it has to be and its value', (name, value, reason) => {
  expect(problemsOf({ ...complete, [name]: value })).toEqual([`${name} ${reason}, not ${value}`])
})

test('PUBLIC_URL may end in a slash, and is kept as browsers write it', () => {
  for (const value of ['https://Shop.test/', 'https://shop.test:443'])
    expect(readSettings({ ...complete, PUBLIC_URL: value }).PUBLIC_URL).toBe('https://shop.test')
})

test('refuses placeholders as secrets', () => {
  expect(problemsOf({ ...complete, SESSION_SECRET: 'change-me-change-me-change-me-change-me' })).toEqual([
    'SESSION_SECRET is still a placeholder',
  ])
})

const live = {
  ...complete,
  PAYFAST_MODE: 'live',
  PAYFAST_PASSPHRASE: 'own-phrase',
  PAYFAST_MERCHANT_ID: '123',
  PAYFAST_ACKNOWLEDGE_ZAR: 'yes',
}

test('live payments require a passphrase, a merchant other than the test one and the acknowledgement of the currency', () => {
  expect(problemsOf({ ...complete, PAYFAST_MODE: 'live' })).toHaveLength(3)
  expect(problemsOf(live)).toEqual([])
})

test.each(['PAYFAST_PROCESS_URL', 'PAYFAST_VALIDATE_URL'])('%s can’t be overridden in live mode', (name) => {
  const pretend = { [name]: 'https://bank.test/eng' }
  expect(problemsOf({ ...live, ...pretend })).toEqual([`${name} can't be set when PAYFAST_MODE is live`])
  expect(problemsOf({ ...complete, PUBLIC_URL: 'http://localhost:3000', PAYFAST_MODE: 'sandbox', ...pretend })).toEqual(
    [],
  )
})

test('sandbox payments on an https URL require an acknowledgement that no money is collected', () => {
  const sandbox = { ...complete, PAYFAST_MODE: 'sandbox' }
  expect(problemsOf(sandbox)).toEqual([
    'PAYFAST_ACKNOWLEDGE_SANDBOX has to be yes: sandbox payments collect no money, and PUBLIC_URL is public',
  ])
  expect(problemsOf({ ...sandbox, PAYFAST_ACKNOWLEDGE_SANDBOX: 'yes' })).toEqual([])
  expect(problemsOf({ ...sandbox, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
})

const rupees = { GOPAYFAST_MERCHANT_ID: '102', GOPAYFAST_SECURED_KEY: 'secured' }

test('gopayfast.com requires a merchant and a secured key, and all problems are reported at once', () => {
  expect(problemsOf({ ...complete, PAYMENT_PROVIDER: 'gopayfast' })).toEqual([
    'GOPAYFAST_MODE has to be sandbox or live when PAYMENT_PROVIDER is gopayfast',
  ])
  const pretend = { GOPAYFAST_MODE: 'live', GOPAYFAST_URL: 'https://bank.test' }
  expect(problemsOf({ ...complete, PAYMENT_PROVIDER: 'gopayfast', ...pretend })).toEqual([
    'GOPAYFAST_MERCHANT_ID is required when GOPAYFAST_MODE is live',
    'GOPAYFAST_SECURED_KEY is required when GOPAYFAST_MODE is live',
    "GOPAYFAST_URL can't be set when GOPAYFAST_MODE is live",
  ])
  expect(problemsOf({ ...complete, PAYMENT_PROVIDER: 'gopayfast', GOPAYFAST_MODE: 'live', ...rupees })).toEqual([])
})

test('the sandbox of gopayfast.com on an https URL requires a separate acknowledgement', () => {
  const sandbox = { ...complete, PAYMENT_PROVIDER: 'gopayfast', GOPAYFAST_MODE: 'sandbox', ...rupees }
  expect(problemsOf({ ...sandbox, PAYFAST_ACKNOWLEDGE_SANDBOX: 'yes' })).toEqual([
    'GOPAYFAST_ACKNOWLEDGE_SANDBOX has to be yes: sandbox payments collect no money, and PUBLIC_URL is public',
  ])
  expect(problemsOf({ ...sandbox, GOPAYFAST_ACKNOWLEDGE_SANDBOX: 'yes' })).toEqual([])
})

test('PostEx requires a token and the address of its pick-ups, and a stand-in only in the sandbox', () => {
  expect(problemsOf({ ...complete, POSTEX_MODE: 'live', POSTEX_URL: 'https://postex.test' })).toEqual([
    'POSTEX_TOKEN is required when POSTEX_MODE is live',
    'POSTEX_PICKUP_ADDRESS is required when POSTEX_MODE is live',
    "POSTEX_URL can't be set when POSTEX_MODE is live",
  ])
  const merchant = { POSTEX_TOKEN: 'token', POSTEX_PICKUP_ADDRESS: '001' }
  expect(problemsOf({ ...complete, POSTEX_MODE: 'live', ...merchant })).toEqual([])
  expect(problemsOf({ ...complete, POSTEX_MODE: 'sandbox', ...merchant })).toEqual([
    'POSTEX_URL is required unless POSTEX_MODE is live: PostEx has no test address',
  ])
})

test.each(['example.com', '192.0.2.1,', '192.0.2.0/33', '300.1.1.1'])(
  'refuses %j as a list of addresses',
  (sources) => {
    expect(problemsOf({ ...complete, PAYFAST_SOURCES: sources })).toEqual([
      `PAYFAST_SOURCES has to be a list of addresses and ranges, separated by commas, not ${sources}`,
    ])
  },
)

test('.env.example and docs/operations.md name every setting, and no others', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  expect(Object.keys(example).sort()).toEqual([...SETTING_NAMES].sort())
  const [, table = ''] = readFileSync('docs/operations.md', 'utf8').split('## Settings')
  const documented = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual([...SETTING_NAMES].sort())
})

test('.env.example is accepted once the project and the secret are filled in', () => {
  const { PUBLIC_URL: _address, ...secrets } = complete
  expect(problemsOf({ ...parseEnv(readFileSync('.env.example', 'utf8')), ...secrets })).toEqual([])
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
