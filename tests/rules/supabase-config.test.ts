import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { z } from 'zod'

// supabase/config.toml is pushed to hosted projects, so it must not contain anything of a developer's machine.

const text = readFileSync('supabase/config.toml', 'utf8')
const Template = z.object({ subject: z.string().min(1), content_path: z.string() })
const Notice = Template.extend({ enabled: z.literal(true) })
const config = z
  .object({
    db: z.object({ seed: z.object({ enabled: z.literal(true), sql_paths: z.array(z.string()) }) }),
    auth: z.object({
      site_url: z.string(),
      additional_redirect_urls: z.array(z.string()),
      email: z.object({
        enable_confirmations: z.boolean(),
        double_confirm_changes: z.boolean(),
        secure_password_change: z.boolean(),
        otp_length: z.number(),
        otp_expiry: z.number(),
        max_frequency: z.string(),
        smtp: z.record(z.string(), z.unknown()),
        template: z.record(z.string(), Template),
        notification: z.record(z.string(), Notice),
      }),
      sms: z.object({ enabled: z.boolean() }),
      external: z.object({ google: z.object({ client_id: z.string(), secret: z.string() }) }),
    }),
    functions: z.record(z.string(), z.object({ verify_jwt: z.boolean() })),
  })
  .parse(parse(text))
const { auth } = config
const examples = ['.env.example', 'supabase/.env.example'].map((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
)
const example = Object.fromEntries(examples.flat())
/** Reads a value like the Supabase CLI, which only replaces env(NAME) if it is the whole value. */
const resolved = (value: string) => value.replace(/^env\((\w+)\)$/, (whole, name: string) => example[name] ?? whole)
const mails = Object.values(auth.email.template).map(({ content_path: path }) => readFileSync(path, 'utf8'))

test('contains no address of a developer’s machine', () => {
  expect(text).not.toMatch(/localhost|127\.0\.0\.1|http:\/\//)
  expect(auth.site_url).toBe('env(PUBLIC_URL)')
})

// The CLI reads .env first, and an empty value there hides that of supabase/.env.
test('each env() is a whole value, and stands in one of .env.example and supabase/.env.example', () => {
  const names = [...text.matchAll(/"env\((\w+)\)"/g)].map(([, name]) => name)
  expect(text.match(/^[^#\n]*env\(/gm)).toHaveLength(text.match(/^[^#\n]*"env\(\w+\)"/gm)?.length ?? 0)
  const [shop = [], rest = []] = examples.map((file) => file.map(([name]) => name))
  expect(names.toSorted()).toEqual([...shop.filter((name) => names.includes(name)), ...rest].toSorted())
})

test('a password link is checked for as long as it is valid at Auth', () => {
  const profile = readFileSync('supabase/schemas/profile.sql', 'utf8')
  expect(profile).toContain(`recovery_sent_at > now() - interval '${auth.email.otp_expiry / 60} minutes'`)
})

test('every page to which a mail brings a token is a redirect target', () => {
  const sources = globSync('app/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const pages = [
    ...mails.flatMap((mail) => [...mail.matchAll(/\{\{ \.SiteURL \}\}(\/[\w-]+)\?token_hash/g)]),
    ...sources.flatMap((source) => [...source.matchAll(/redirectTo = `\$\{[\w.]*PUBLIC_URL\}(\/[\w-]+)`/g)]),
  ].map(([, page]) => page)
  const site = resolved(auth.site_url)
  expect(new Set(pages).size).toBe(2)
  expect(auth.additional_redirect_urls.map(resolved).toSorted()).toEqual(
    [...new Set(pages)].map((page) => `${site}${page}`).toSorted(),
  )
})

test('codes have the length and lifetime that mails and pages state', () => {
  expect([auth.email.otp_length, auth.email.otp_expiry]).toEqual([6, 600])
  for (const mail of mails) expect(mail).toContain('good for ten minutes')
})

test('addresses must be confirmed, both of a change, a password needs a recent sign-in, and Auth only limits bursts of mails', () => {
  const { enable_confirmations, double_confirm_changes, secure_password_change, max_frequency } = auth.email
  expect({ enable_confirmations, double_confirm_changes, secure_password_change, max_frequency }).toEqual({
    enable_confirmations: true,
    double_confirm_changes: true,
    secure_password_change: true,
    max_frequency: '1s',
  })
})

test('every change of password, address or second factor sends a notice that says what to do', () => {
  const notices = Object.entries(auth.email.notification)
  expect(notices.map(([name]) => name)).toEqual([
    'password_changed',
    'email_changed',
    'mfa_factor_enrolled',
    'mfa_factor_unenrolled',
  ])
  // The CLI reads these from the folder of config.toml.
  for (const [name, { content_path: path }] of notices)
    expect([name, readFileSync(join('supabase', path), 'utf8')]).toEqual([
      name,
      expect.stringMatching(
        /\{\{ \.Email \}\}[^]*If it wasn’t you[^]*"\{\{ \.SiteURL \}\}\/(forget-password|contact)"/,
      ),
    ])
})

test('each mail has a template with its code or link', () => {
  const kinds = Object.entries(auth.email.template).map(([name, { content_path: path }]) => {
    const mail = readFileSync(path, 'utf8')
    return [name, mail.includes('{{ .Token }}'), mail.includes('{{ .TokenHash }}')]
  })
  expect(kinds).toEqual([
    ['confirmation', true, false],
    ['recovery', false, true],
    ['email_change', false, true],
    ['magic_link', true, false],
  ])
})

test('contains no secret', () => {
  const { smtp } = auth.email
  const values = [smtp.host, smtp.user, smtp.pass, smtp.admin_email, auth.external.google.client_id]
  for (const value of [...values, auth.external.google.secret]) expect(value).toMatch(/^env\(\w+\)$/)
})

test('requires no SMS provider', () => {
  expect(auth.sms.enabled).toBe(false)
})

test('only production texts and rules are seeded, without people, products and rows of Auth', () => {
  const files = config.db.seed.sql_paths.flatMap((path) => globSync(join('supabase', path)))
  expect(files).toEqual(['supabase/seeds/production/1_content.sql', 'supabase/seeds/production/2_urdu.sql'])
  const tables = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:insert into|update|delete from) ([a-z_.]+)/g)].map(
      ([, table]) => table,
    ),
  )
  expect(new Set(tables)).toEqual(
    new Set([
      'public.order_rules',
      'public.holidays',
      'public.attributes',
      'public.attribute_values',
      'public.hero_statistics',
      'public.search_answers',
      'public.search_synonyms',
      'public.banners',
      'public.footer_pages',
      'public.page_content',
      'public.faq_categories',
      'public.faq_items',
      'public.predefined_questions',
      'public.size_charts',
      'public.mail_texts',
    ]),
  )
})

test('each edge function checks the shop’s key itself and needs no shopper’s token', () => {
  const folders = readdirSync('supabase/functions').filter((name) => existsSync(`supabase/functions/${name}/index.ts`))
  expect(Object.keys(config.functions).toSorted()).toEqual(folders.toSorted())
  expect(Object.values(config.functions).every(({ verify_jwt: asks }) => asks === false)).toBe(true)
})

test('a project takes files as large as its largest bucket does', () => {
  const storage = readFileSync('supabase/migrations/20260101001000_storage.sql', 'utf8')
  const limits = [...storage.matchAll(/^values \('\w+', '\w+', \w+, (\d+),/gm)].map(([, bytes]) => Number(bytes))
  expect(limits.length).toBeGreaterThan(2)
  expect(text).toContain(`file_size_limit = "${Math.max(...limits) / 2 ** 20}MiB"`)
})
