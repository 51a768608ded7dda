import { normalizePhone } from '~/phone/phone'

/** How shoppers reach the shop. A part that nobody has entered is null. */
export interface ContactInfo {
  phone: string | null
  whatsapp: string | null
  email: string | null
  address: string | null
  /** In words, such as `Monday to Saturday, 10 am to 7 pm`. */
  hours: string | null
}

export const NO_CONTACT_INFO: ContactInfo = { phone: null, whatsapp: null, email: null, address: null, hours: null }

export function callUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** Whether a number can be called: it has the digits of one, with or without a country code. */
export const isCallable = (phone: string) => normalizePhone(phone) !== null

/** Returns the link that opens a chat with a number in WhatsApp, which wants its country code (faq.whatsapp.com/5913398998672934). */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${(normalizePhone(phone) ?? phone).replace(/\D/g, '')}`
}
