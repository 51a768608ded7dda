/** How an order that was entered at the desk came in, with names. */
export const CHANNELS = { phone: 'Phone', whatsapp: 'WhatsApp', instagram: 'Instagram' }

export type Channel = keyof typeof CHANNELS
export const CHANNEL_CODES = Object.keys(CHANNELS) as Channel[]
