import { m } from '~/language/messages'
import { z } from 'zod'
import { readPhone } from '~/phone/phone'
import { phoneFields } from '~/phone/phone.schema'
import { optionalText } from '~/address/address.schema'
import { lacks, type Part } from './saved-recipient'

/** Fields for the missing details of the chosen saved address. */
export const savedRecipientFields = {
  /** The missing parts, separated by spaces. The server sets this before it reads the form. */
  savedLacks: z.string().optional(),
  savedFirstName: optionalText(80),
  savedLastName: optionalText(80),
  savedPhone: phoneFields.phone,
  savedPhoneCountry: phoneFields.phoneCountry,
}

const savedRecipientSchema = z.object(savedRecipientFields)
type SavedRecipient = z.output<typeof savedRecipientSchema>

/** Reports the missing details that the form doesn't bring either. */
export function checkSavedRecipient(form: SavedRecipient, report: (path: string, message: string) => void): void {
  const isLacking = (part: Part) => lacks(form.savedLacks, part)
  if (isLacking('name') && !form.savedFirstName && !form.savedLastName)
    report('savedFirstName', m.checkout_name_missing())
  if (!isLacking('phone')) return
  if (!form.savedPhone) return report('savedPhone', m.checkout_phone_missing())
  const read = readPhone(form.savedPhone, form.savedPhoneCountry, 'delivery')
  if (!read.ok) report('savedPhone', read.refusal)
}
