import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { SUPABASE_FOLDER } from './migrate.ts'

const Template = z.object({ subject: z.string(), content_path: z.string() })

/** What the sandbox follows of the settings that a hosted project is given. */
const Config = z.object({
  auth: z.object({
    jwt_expiry: z.number(),
    enable_refresh_token_rotation: z.boolean(),
    refresh_token_reuse_interval: z.number(),
    minimum_password_length: z.number(),
    email: z.object({
      enable_signup: z.boolean(),
      enable_confirmations: z.boolean(),
      double_confirm_changes: z.boolean(),
      otp_length: z.number(),
      otp_expiry: z.number(),
      max_frequency: z.string().regex(/^\d+s$/),
      template: z.object({
        confirmation: Template,
        recovery: Template,
        email_change: Template,
        magic_link: Template,
      }),
    }),
    sms: z.object({ enable_signup: z.boolean() }),
  }),
})

/** `supabase/config.toml`, so that Auth behaves here as it will on the project the file is pushed to. */
export function readConfig(): z.infer<typeof Config> {
  return Config.parse(parse(readFileSync(join(SUPABASE_FOLDER, 'config.toml'), 'utf8')))
}

/** Where a template is; its path in the file begins at the repository's root, as the Supabase CLI reads it. */
export function templateFile({ content_path: path }: z.infer<typeof Template>): string {
  return join(SUPABASE_FOLDER, '..', path)
}
