import { z } from 'zod'
import { plain, required, text } from '../form/form-fields'

export const tagSchema = z.object({
  tag: required('Please enter a word.', 30).min(2, 'A tag has two letters at least.').toLowerCase(),
})

/** `known` is what the part is found by, so that it can be joined again. */
export const partSchema = z.object({ id: z.guid(), known: text(254).optional() })

export const blockFormSchema = z.object({
  contact: required('Please choose what is blocked.', 254),
  reason: required('Please enter the reason.', 300),
  ends: plain('Please enter a day.').pipe(z.iso.date('Please enter a day.')),
})
