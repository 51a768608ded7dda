import { m } from '~/language/messages'
import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { codeText, plainText, tooLong } from '~/platform/text'

/** Required text. If it is missing, its other rules are not checked. */
const text = (message: () => string) => z.string({ error: message }).trim().min(1, { error: message, abort: true })
const password = z.string({ error: m.account_password_missing }).min(1, { error: m.account_password_missing })
const keepSignedIn = z
  .string()
  .optional()
  .transform((value) => value === 'on')

export const loginSchema = z.object({
  emailOrPhone: text(m.account_login_missing).overwrite(plainText).max(254, tooLong(254)),
  password: password.max(200, tooLong(200)),
  keepSignedIn,
})

export type LoginInput = z.output<typeof loginSchema>

/** bcrypt reads no further than 72 bytes. */
const MAX_PASSWORD_BYTES = 72
const COMMON_PASSWORDS = new Set([
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'qwerty',
  'qwerty123',
  'abc123',
  '111111',
  '000000',
  'iloveyou',
  'pakistan',
  'pakistan123',
  'admin123',
  'letmein',
  'welcome',
])

/** New password rules. Passwords are never trimmed. */
export const newPasswordSchema = password
  .min(6, { error: m.account_password_short })
  .refine((value) => new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES, { error: m.account_password_long })
  .refine((value) => !COMMON_PASSWORDS.has(value.toLowerCase()), { error: m.account_password_common })

/** The address of an account. Mail servers refuse some that HTML's pattern takes (RFC 5321, `Dot-string`), and Auth says nothing of it. */
const accountEmail = emailSchema({ missing: m.account_email_missing, invalid: m.account_email_invalid }).refine(
  (email) => !/^\.|\.[.@]/.test(email),
  { error: m.account_email_invalid },
)

export const signUpSchema = z.object({
  fullName: text(m.account_name_missing).max(120, tooLong(120)),
  email: accountEmail,
  password: newPasswordSchema,
  keepSignedIn,
  /** The number of the guest's order from whose page the account is made. */
  order: z.string().max(60).optional(),
})

/** The verification code; other characters than digits are removed (SU-26). */
export const codeSchema = z.object({
  code: z
    .string({ error: m.account_code_invalid })
    .transform((value) => plainText(value).replace(/\D/g, ''))
    .refine((value) => value.length === 6, { error: m.account_code_invalid }),
})

export const forgotPasswordSchema = z.object({
  email: emailSchema({ missing: m.account_address_missing, invalid: m.account_address_invalid }),
})

const current = z.string({ error: m.account_current_missing }).min(1, { error: m.account_current_missing })

/** The code of the second factor, of an account that has one. */
const appCode = z.string().max(20, tooLong(20)).default('').transform(codeText)

export const changePasswordSchema = z.object({
  current: current.max(200, tooLong(200)),
  password: newPasswordSchema,
  appCode,
})

/** Changes the e-mail address; `confirmation` is the current password. */
export const changeEmailSchema = z.object({
  email: accountEmail,
  confirmation: current.max(200, tooLong(200)),
  appCode,
})

/**
 * Deletes the account; `proof` is the password, or a mailed code for an account without one (PR-26, A47). `anyway` insists on it while a
 * return is open.
 */
export const deleteAccountSchema = z.object({
  proof: current.max(200, tooLong(200)),
  anyway: z.coerce.boolean().default(false),
})

export const confirmEmailSchema = z.object({ token: z.string().min(1).max(200, tooLong(200)) })

export const resetPasswordSchema = z.object({
  token: z.string().min(1).max(200, tooLong(200)),
  password: newPasswordSchema,
  appCode,
})
