import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { tooLong } from '~/platform/text'

export const signInSchema = z.object({
  email: emailSchema({ missing: 'E-mail is required.', invalid: 'Please enter an e-mail address.' }),
  password: z.string({ error: 'Password is required.' }).min(1, 'Password is required.').max(200, tooLong(200)),
  to: z.string().max(2_000).optional(),
})

export const codeSchema = z.object({
  code: z
    .string({ error: 'Please enter the code of your app.' })
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.')),
})
