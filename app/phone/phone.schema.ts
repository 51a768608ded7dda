import { z } from 'zod'
import { readPhone, type PhoneUse } from './phone'

export const phoneFields = { phone: z.string().trim().optional(), phoneCountry: z.string().optional() }

interface PhoneInput {
  phone?: string
  phoneCountry?: string
}

/**
 * For `superRefine`: runs the check even if other fields are invalid, so that all errors are shown at once. It doesn't run if a field
 * has no text at all, because the request repeats it or sends a file: the check would get a list or a file in place of a string.
 */
export const RUN_EVEN_IF_INVALID = {
  when: ({ issues }: z.core.ParsePayload) =>
    !issues.some(({ code, input }) => code === 'invalid_type' && input !== undefined),
}

/** Returns a check of a form's phone number. `missing` is or returns the error for an empty number, which is allowed otherwise. */
export function checkPhone(use: PhoneUse, missing?: string | (() => string)) {
  return ({ phone, phoneCountry }: PhoneInput, context: z.RefinementCtx): void => {
    const read = phone ? readPhone(phone, phoneCountry, use) : null
    const message = read ? !read.ok && read.refusal : typeof missing === 'function' ? missing() : missing
    if (message) context.addIssue({ code: 'custom', path: ['phone'], message })
  }
}

/** Returns a checked form with its phone number in E.164, or without a number. */
export function withPhone<Form extends PhoneInput>(form: Form): Form {
  const read = form.phone ? readPhone(form.phone, form.phoneCountry, 'contact') : null
  return { ...form, phone: read?.ok ? read.value : undefined }
}
