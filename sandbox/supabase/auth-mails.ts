import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { readConfig, templateFile, type MailTemplate } from './config.ts'
import { executeTemplate } from './go-template.ts'

const { notification: notices } = readConfig().auth.email

/** The page to return to that the current call names, for `.RedirectTo`: lite takes none. */
export const redirectTarget = new AsyncLocalStorage<string>()

interface Sending {
  query: <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>
  settings: { siteUrl: string; sendMail: (mail: { to: string; subject: string; html: string }) => Promise<void> }
}

/** Sends a mail of Auth. `values` are what the template names, such as `Email`. */
export async function sendTemplate(
  { settings, query }: Sending,
  template: MailTemplate,
  to: string,
  values: Record<string, string>,
): Promise<void> {
  const [user] = await query<{ language: string | null }>(
    `select raw_user_meta_data ->> 'language' as language from auth.users where lower($1) in (email, email_change)`,
    [values.Email ?? to],
  )
  const { siteUrl: SiteURL } = settings
  const RedirectTo = redirectTarget.getStore() || SiteURL
  const data = { SiteURL, RedirectTo, Data: { language: user?.language ?? '' }, ...values }
  const subject = executeTemplate(template.subject, data)
  await settings.sendMail({ to, subject, html: executeTemplate(readFileSync(templateFile(template), 'utf8'), data) })
}

/** Tells an account's address about a change, if `config.toml` enables it. */
export async function sendNotice(
  gateway: Sending,
  kind: keyof typeof notices,
  to: string,
  values: Record<string, string> = {},
): Promise<void> {
  if (notices[kind].enabled && to) await sendTemplate(gateway, notices[kind], to, { Email: to, ...values })
}
