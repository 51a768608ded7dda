import { z } from 'zod'
import { readPhone, type PhoneUse } from './phone'

/** The two fields of a phone number, as they are posted. */
export const phoneFields = { phone: z.string().trim().optional(), phoneCountry: z.string().optional() }

interface PhoneInput {
  phone?: string
  phoneCountry?: string
}

/** For `superRefine`: runs beside the other fields' checks, so that all problems are shown in one round. */
export const BESIDE_OTHER_PROBLEMS = { when: () => true }

/** Returns a check that adds what is wrong with a form's phone number; with `missing`, also where there is none. */
export function checkPhone(use: PhoneUse, missing?: string) {
  return ({ phone, phoneCountry }: PhoneInput, context: z.RefinementCtx): void => {
    const read = phone ? readPhone(phone, phoneCountry, use) : null
    const message = read ? !read.ok && read.refusal : missing
    if (message) context.addIssue({ code: 'custom', path: ['phone'], message })
  }
}

/** Returns a checked form with its phone number in E.164, or without one. */
export function withPhone<Form extends PhoneInput>(form: Form): Form {
  const read = form.phone ? readPhone(form.phone, form.phoneCountry, 'contact') : null
  return { ...form, phone: read?.ok ? read.value : undefined }
}
