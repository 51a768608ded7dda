import { readFileSync } from 'node:fs'
import { escapeHtml } from '../html.ts'
import { inLanguageOf } from './auth-languages.ts'
import { readConfig, templateFile, type MailTemplate } from './config.ts'
import type { Gateway } from './gateway-parts.ts'

const { notification: notices } = readConfig().auth.email

/** Sends a mail of Auth. `values` are what the template names, such as `Email`. */
export async function sendTemplate(
  { settings, query }: Pick<Gateway, 'settings' | 'query'>,
  template: MailTemplate,
  to: string,
  values: Record<string, string>,
): Promise<void> {
  const all: Record<string, string> = { SiteURL: settings.siteUrl, ...values }
  const html = readFileSync(templateFile(template), 'utf8').replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) =>
    escapeHtml(all[name] ?? ''),
  )
  await settings.sendMail(await inLanguageOf(query, values.Email ?? to, { to, subject: template.subject, html }))
}

/** Tells an account's address about a change, if `config.toml` enables it. */
export async function sendNotice(
  gateway: Pick<Gateway, 'settings' | 'query'>,
  kind: keyof typeof notices,
  to: string,
  values: Record<string, string> = {},
): Promise<void> {
  if (notices[kind].enabled && to) await sendTemplate(gateway, notices[kind], to, { Email: to, ...values })
}
