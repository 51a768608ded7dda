import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { tooLong } from '~/platform/text'

/** The account forms with the specification's messages (document 1, section 5; document 2, section 5). */

/** Something, white space not counted; when it is missing nothing else is said of it. */
const text = (message: string) => z.string({ error: message }).trim().min(1, { error: message, abort: true })
const password = z.string({ error: 'Password is required.' }).min(1, 'Password is required.')
const keepSignedIn = z
  .string()
  .optional()
  .transform((value) => value === 'on')

export const LoginForm = z.object({
  emailOrPhone: text('Email or phone number is required.').max(254, tooLong(254)),
  password: password.max(200, tooLong(200)),
  keepSignedIn,
})

export type LoginInput = z.output<typeof LoginForm>

/** bcrypt reads no further than 72 bytes. */
const MOST_PASSWORD_BYTES = 72
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

/** A password to be: never trimmed. */
export const newPassword = password
  .min(6, 'Password must be at least 6 characters.')
  .refine(
    (value) => new TextEncoder().encode(value).length <= MOST_PASSWORD_BYTES,
    'Password must be at most 72 characters.',
  )
  .refine((value) => !COMMON_PASSWORDS.has(value.toLowerCase()), 'This password is too common. Please choose another.')

export const SignUpForm = z.object({
  fullName: text('Full Name is required.').max(120, tooLong(120)),
  email: emailSchema({ missing: 'Email is required.', invalid: 'Invalid email format.' }),
  password: newPassword,
  keepSignedIn,
})

/** Digits only, whatever was typed between them (document 2, section 5). */
export const CodeForm = z.object({
  code: z
    .string({ error: 'Please enter a valid 6-digit verification code.' })
    .transform((value) => value.replace(/\D/g, ''))
    .refine((value) => value.length === 6, 'Please enter a valid 6-digit verification code.'),
})

export const ForgotForm = z.object({
  email: emailSchema({ missing: 'Email address is required.', invalid: 'Please enter a valid email address.' }),
})

const current = z.string({ error: 'Please enter your current password.' }).min(1, 'Please enter your current password.')

/** Another password for who is signed in. */
export const ChangePasswordForm = z.object({ current: current.max(200, tooLong(200)), password: newPassword })

/** Another address, for who knows the password. */
export const ChangeEmailForm = z.object({
  email: emailSchema({ missing: 'Email is required.', invalid: 'Invalid email format.' }),
  confirmation: current.max(200, tooLong(200)),
})

/** Deleting the account asks for its password, or a mailed code where it has none (decision 21, A47). */
export const DeleteAccountForm = z.object({ proof: current.max(200, tooLong(200)) })

/** The token of a link in a mail about a new address. */
export const ConfirmEmailForm = z.object({ token: z.string().min(1).max(200, tooLong(200)) })

export const ResetForm = z.object({ token: z.string().min(1).max(200, tooLong(200)), password: newPassword })
