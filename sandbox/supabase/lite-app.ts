import { App, setExperimental } from '@supabase/lite'
import { CompiledQuery } from 'kysely'
import { sendTemplate } from './auth-mails.ts'
import { readConfig, templateFile, type MailTemplate } from './config.ts'
import type { Seeds } from './migrate.ts'
import type { LiteConnection } from './session.ts'

export interface SupabaseSettings {
  /** The data folder; created when missing. */
  folder: string
  /** The folder for snapshots of freshly seeded databases. */
  snapshots: string
  /** The folder of a PostgreSQL server's sockets; without one, the database is a PGlite in the data folder. */
  postgres?: string
  seeds: Seeds
  /** The shop's public URL, for links in mails. */
  siteUrl: string
  jwtSecret: string
  publishableKey: string
  secretKey: string
  sendMail: (mail: { to: string; subject: string; html?: string; text?: string }) => Promise<void>
}

/** A database with all migrations and seeds, and lite's app on it. */
export interface OpenDatabase {
  app: App
  connection: LiteConnection
}

/** The system tables exist already; creating them again takes a second at every start. */
export function skipSystemSchema(app: App): void {
  Object.assign(app, { ensureSystemSchema: async () => {} })
}

/** The values of a mail. */
const VALUES = ['Email', 'NewEmail', 'Token', 'TokenHash']

/** Lite fills values into mails, but executes no conditions. So its subjects are the template's name and the values, one in a line. */
const subjectOf = (template: string) => [template, ...VALUES.map((name) => `{{ .${name} }}`)].join('\n')

/** Returns what sends a mail for lite. */
function sendForLite(connection: LiteConnection, settings: SupabaseSettings): SupabaseSettings['sendMail'] {
  const templates: Record<string, MailTemplate> = readConfig().auth.email.template
  const query = async <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    (await connection.kysely.executeQuery(CompiledQuery.raw(text, parameters))).rows as Row[]
  return async ({ to, subject }) => {
    const [name = '', ...values] = subject.split('\n')
    const template = templates[name]
    if (!template) throw new Error(`No template of a mail: ${name}`)
    const named = Object.fromEntries(VALUES.map((value, place) => [value, values[place] ?? '']))
    await sendTemplate({ query, settings }, template, to, named)
  }
}

/** Returns lite's app for a connection, configured like the hosted project. */
export function makeApp(connection: LiteConnection, settings: SupabaseSettings): App {
  // Lite makes Storage's tables if that is on and has an adapter; storage.ts serves them.
  setExperimental('storage', true)
  const { sms: _, email, ...auth } = readConfig().auth
  const { notification: __, enabled: enable_signup, ...emailSettings } = email
  const templates = Object.entries(email.template).map(
    ([name, template]) => [name, { subject: subjectOf(name), content_path: templateFile(template) }] as const,
  )
  const app = new App({
    // Its type depends on the dialect.
    connection: connection as never,
    project_id: 'chambeli',
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      ...auth,
      enabled: true,
      jwt_secret: settings.jwtSecret,
      publishable_key: settings.publishableKey,
      secret_key: settings.secretKey,
      site_url: settings.siteUrl,
      additional_redirect_urls: ['reset-password', 'confirm-email'].map((page) => `${settings.siteUrl}/${page}`),
      // The current address is asked by auth-changes.ts.
      email: {
        ...emailSettings,
        enable_signup,
        double_confirm_changes: false,
        template: Object.fromEntries(templates),
      },
    },
    storage: { enabled: true },
    studio: { enabled: false },
    options: {
      drivers: { email: { send: sendForLite(connection, settings) } },
      server: { admin: false, disableStudio: true },
    },
  } as never)
  Object.assign(app, { _storageAdapter: {} })
  return app
}
