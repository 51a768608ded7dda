import { z } from 'zod'
import { addressList, email, NEEDED, number, oneOf, origin, required, secret, url, whole } from './setting-kinds'
import { DEFAULT_BRAND } from './text'

const environmentSchema = z
  .object({
    NODE_ENV: oneOf('production', 'development', 'test').default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: whole(0, 65535).default(3000),
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: whole(0, 65535).optional(),
    PUBLIC_URL: origin,
    TRUST_PROXY_HOPS: whole(0, 10).default(0),
    SHUTDOWN_WAIT: whole(0, 15).default(0),
    LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
    MAX_CONNECTIONS: whole(10, 100_000).default(4_000),
    MAX_RENDERS: whole(1, 1_000).default(64),
    MAX_RENDERS_PER_ADDRESS: whole(1, 1_000).default(48),
    KEEP_ALIVE_SECONDS: whole(1, 650).default(65),
    BACKEND_TIMEOUT_SECONDS: number(0.5, 60).default(2),
    CATALOGUE_SECONDS: whole(0, 3_600).default(3),
    MAIL_SECONDS: whole(0, 3_600).default(20),
    DISCOUNT_SECONDS: whole(0, 3_600).default(20),
    FUNNEL_SECONDS: whole(0, 3_600).default(30),
    COURIER_SECONDS: whole(0, 3_600).default(20),
    PAGE_CACHE_MB: whole(1, 10_000).default(20),
    PICTURE_CACHE_MB: whole(1, 100_000).default(128),
    SHOP_CACHE: z.string().default('.cache'),
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: required,
    SUPABASE_SECRET_KEY: required,
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'has to be a redis:// or rediss:// address' }).optional(),
    SESSION_SECRET: secret,
    PREVIOUS_SESSION_SECRET: secret.optional(),
    // A P-256 key (RFC 8292).
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'has to be a key of npm run push-key')
      .optional(),
    GUEST_CHECKOUT: oneOf('off', 'on').default('off'),
    PAYMENT_PROVIDER: oneOf('payfast', 'gopayfast').default('payfast'),
    PAYFAST_MODE: oneOf('off', 'sandbox', 'live').default('off'),
    PAYFAST_ACKNOWLEDGE_SANDBOX: z.string().optional(),
    PAYFAST_ACKNOWLEDGE_ZAR: z.string().optional(),
    PAYFAST_MERCHANT_ID: z.string().regex(/^\d+$/, 'has to be a number').default('10000100'),
    PAYFAST_MERCHANT_KEY: z.string().default('46f0cd694581a'),
    // The provider's libraries encode it twice, which changes all other characters.
    PAYFAST_PASSPHRASE: z
      .string()
      .regex(/^[A-Za-z0-9\-_.]*$/, 'may hold letters, digits, - _ and . only')
      .default(''),
    PAYFAST_PROCESS_URL: url.optional(),
    PAYFAST_VALIDATE_URL: url.optional(),
    PAYFAST_SOURCES: addressList.optional(),
    GOPAYFAST_MODE: oneOf('off', 'sandbox', 'live').default('off'),
    GOPAYFAST_ACKNOWLEDGE_SANDBOX: z.string().optional(),
    GOPAYFAST_MERCHANT_ID: z.string().regex(/^\d+$/, 'has to be a number').optional(),
    GOPAYFAST_SECURED_KEY: z.string().optional(),
    GOPAYFAST_SOURCES: addressList.optional(),
    GOPAYFAST_URL: url.optional(),
    POSTEX_MODE: oneOf('off', 'sandbox', 'live').default('off'),
    POSTEX_TOKEN: z.string().optional(),
    POSTEX_PICKUP_ADDRESS: z.string().optional(),
    POSTEX_URL: url.optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_AUTHORIZE_URL: url.optional(),
    GOOGLE_TOKEN_URL: url.optional(),
    GOOGLE_USERINFO_URL: url.optional(),
    COURIER_TRACKING_URL: url
      .refine((value) => value.includes('{number}'), 'has to hold {number}, where the tracking number goes')
      .optional(),
    RETURN_DAYS: whole(1, 365).optional(),
    BRAND_NAME: z.string().default(DEFAULT_BRAND),
    CAREERS_EMAIL: email.default('careers@chambeli.example'),
  })
  .superRefine((values, context) => {
    const problem = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message, params: { isOfSeveral: true } })
    for (const name of ['PAYFAST', 'GOPAYFAST'] as const) {
      const acknowledgement = `${name}_ACKNOWLEDGE_SANDBOX` as const
      const isPublicTestMode = values[`${name}_MODE`] === 'sandbox' && values.PUBLIC_URL.startsWith('https:')
      if (isPublicTestMode && values[acknowledgement] !== 'yes')
        problem(acknowledgement, 'has to be yes: sandbox payments collect no money, and PUBLIC_URL is public')
    }
    if (values.PAYMENT_PROVIDER === 'gopayfast' && values.GOPAYFAST_MODE === 'off')
      problem('GOPAYFAST_MODE', 'has to be sandbox or live when PAYMENT_PROVIDER is gopayfast')
    for (const part of ['GOPAYFAST', 'POSTEX'] as const) {
      const mode = values[`${part}_MODE`]
      for (const name of mode === 'off' ? [] : NEEDED[part])
        if (!values[name]) problem(name, `is required when ${part}_MODE is ${mode}`)
      if (mode === 'live' && values[`${part}_URL`]) problem(`${part}_URL`, `can't be set when ${part}_MODE is live`)
    }
    const lacksStandIn = values.POSTEX_MODE === 'sandbox' && !values.POSTEX_URL
    if (lacksStandIn) problem('POSTEX_URL', 'is required unless POSTEX_MODE is live: PostEx has no test address')
    if (values.PAYFAST_MODE !== 'live') return
    for (const name of ['PAYFAST_PROCESS_URL', 'PAYFAST_VALIDATE_URL'] as const)
      if (values[name]) problem(name, "can't be set when PAYFAST_MODE is live")
    if (!values.PAYFAST_PASSPHRASE) problem('PAYFAST_PASSPHRASE', 'is required when PAYFAST_MODE is live')
    if (values.PAYFAST_MERCHANT_ID === '10000100') problem('PAYFAST_MERCHANT_ID', 'is the public test merchant')
    if (values.PAYFAST_ACKNOWLEDGE_ZAR !== 'yes')
      problem('PAYFAST_ACKNOWLEDGE_ZAR', 'has to be yes: payfast.co.za charges South African rand, not rupees')
  })

/** The validated settings of the shop. No other module reads the environment. */
export type Settings = z.infer<typeof environmentSchema>

export const SETTING_NAMES = Object.keys(environmentSchema.shape)

/** Whether the shop is public but takes payments through a provider's sandbox, where no money moves. */
export function isTestShop(settings: Pick<Settings, 'PAYFAST_MODE' | 'GOPAYFAST_MODE' | 'PUBLIC_URL'>): boolean {
  const modes = [settings.PAYFAST_MODE, settings.GOPAYFAST_MODE]
  return modes.includes('sandbox') && settings.PUBLIC_URL.startsWith('https:')
}

/** The settings are invalid. `problems` names each invalid setting with its value, unless it may be a secret. */
export class ConfigurationError extends Error {
  problems: string[]

  constructor(problems: string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** How to get the value of a missing setting. */
const REMEDIES: Record<string, string> = {
  PUBLIC_URL: 'the address that shoppers see, such as https://shop.example.pk',
  SUPABASE_URL: "copy it from the project's API settings",
  SUPABASE_PUBLISHABLE_KEY: "copy it from the project's API keys",
  SUPABASE_SECRET_KEY: "copy it from the project's API keys",
  SESSION_SECRET: 'make one with openssl rand -base64 33',
}

/** Settings whose values are never shown. An address may hold a password. */
const SECRET = /KEY$|SECRET$|TOKEN$|PASSPHRASE$|^REDIS_URL$/

/** Returns which of these settings the environment lacks. */
export function listUnset(
  names: readonly string[],
  environment: Record<string, string | undefined> = process.env,
): string[] {
  return names.filter((name) => !environment[name])
}

/** Reads the settings from the environment. Throws ConfigurationError with all problems. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(present)
  if (parsed.success) return parsed.data
  throw new ConfigurationError(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.')
      const value = present[name]
      if (value === undefined && issue.code === 'invalid_type')
        return `${name} is missing${REMEDIES[name] ? `: ${REMEDIES[name]}` : ''}`
      const isOfSeveral = issue.code === 'custom' && issue.params?.isOfSeveral
      return `${name} ${issue.message}${isOfSeveral || SECRET.test(name) ? '' : `, not ${value}`}`
    }),
  )
}
