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

/** Returns the link that calls a number. */
export function callUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** Returns the link that opens a chat with a number in WhatsApp (faq.whatsapp.com/5913398998672934). */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}`
}
