import { readFileSync } from 'node:fs'
import { escapeHtml } from '../html.ts'
import { readConfig, templateFile, type MailTemplate } from './config.ts'
import type { Gateway } from './gateway-parts.ts'

const { notification: notices } = readConfig().auth.email

type Mail = Parameters<Gateway['settings']['sendMail']>[0]

/** Executes the only condition of the templates as Go does: the language that the account was created with. */
function executeCondition(template: string, language: string | null): string {
  return template
    .replaceAll(/ -\}\}\s*/g, ' }}')
    .replaceAll(
      /\{\{ if eq \.Data\.language "(\w+)" \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/gs,
      (_, wanted, then, otherwise) => (wanted === language ? then : otherwise),
    )
}

/** Returns a mail in the language of the account with this address. */
export async function inLanguageOf(query: Gateway['query'], address: string, mail: Mail): Promise<Mail> {
  const [user] = await query<{ language: string | null }>(
    `select raw_user_meta_data ->> 'language' as language from auth.users where lower($1) in (email, email_change)`,
    [address],
  )
  const language = user?.language ?? null
  const html = executeCondition(mail.html ?? '', language)
  return { ...mail, subject: executeCondition(mail.subject, language), html }
}

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
