import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { SUPABASE_FOLDER } from './migrate.ts'

const templateSchema = z.object({ subject: z.string(), content_path: z.string() })
const noticeSchema = templateSchema.extend({ enabled: z.boolean() })
/** The subject of a mail, and the file with its HTML. */
export type MailTemplate = z.infer<typeof templateSchema>

/** The settings of `supabase/config.toml` that the sandbox uses. */
const configSchema = z.object({
  auth: z.object({
    jwt_expiry: z.number(),
    enable_refresh_token_rotation: z.boolean(),
    refresh_token_reuse_interval: z.number(),
    minimum_password_length: z.number(),
    email: z.object({
      enabled: z.boolean(),
      enable_confirmations: z.boolean(),
      double_confirm_changes: z.boolean(),
      secure_password_change: z.boolean(),
      otp_length: z.number(),
      otp_expiry: z.number(),
      max_frequency: z.string().regex(/^\d+s$/),
      template: z.object({
        confirmation: templateSchema,
        recovery: templateSchema,
        email_change: templateSchema,
        magic_link: templateSchema,
      }),
      notification: z.object({
        password_changed: noticeSchema,
        email_changed: noticeSchema,
        mfa_factor_enrolled: noticeSchema,
        mfa_factor_unenrolled: noticeSchema,
      }),
    }),
    sms: z.object({ enabled: z.boolean() }),
  }),
  storage: z.object({
    /** In bytes. */
    file_size_limit: z
      .string()
      .regex(/^\d+MiB$/)
      .transform((limit) => parseInt(limit, 10) * 2 ** 20),
  }),
})

/** Reads `supabase/config.toml`, so that Auth behaves as on the hosted project that the file is pushed to. */
export function readConfig(): z.infer<typeof configSchema> {
  return configSchema.parse(parse(readFileSync(join(SUPABASE_FOLDER, 'config.toml'), 'utf8')))
}

/**
 * Returns the path of a template, as the Supabase CLI reads it: that of a code or link is relative to the repository's root, that of a
 * notice to the folder of `config.toml`.
 */
export function templateFile({ content_path: path }: MailTemplate): string {
  return join(SUPABASE_FOLDER, path.startsWith('./supabase/') ? '..' : '.', path)
}
