import { z } from 'zod'
import { newPasswordSchema } from '~/account/account.schema'
import { isLongEnoughForStaff } from '~/account/password/staff-password'
import { m } from '~/language/messages'
import { emailSchema } from '~/platform/email'
import { codeText, plainText, tooLong } from '~/platform/text'

export const signInSchema = z.object({
  email: emailSchema({ missing: 'E-mail is required.', invalid: 'Please enter an e-mail address.' }),
  password: z.string({ error: 'Password is required.' }).min(1, 'Password is required.').max(200, tooLong(200)),
  to: z.string().max(2_000).optional(),
})

export const codeSchema = z.object({
  code: z
    .string({ error: 'Please enter the code of your app.' })
    .transform(codeText)
    .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.')),
})

export const recoverySchema = z.object({
  code: z
    .string({ error: 'Please enter one of your recovery codes.' })
    .transform((typed) => plainText(typed).toLowerCase().replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^[a-km-np-z2-9]{10}$/, 'A recovery code has ten letters and digits.')),
})

/** A new password of somebody at the desk. */
export const staffPasswordSchema = z.object({
  password: newPasswordSchema.refine(isLongEnoughForStaff, { error: m.account_password_staff_short }),
})
