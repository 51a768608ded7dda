import type { MailWords, WordedKind } from './default-words'

/** Finds placeholders; its group is the name. */
export const PLACEHOLDER = /\{([a-z_]+)\}/g

export const PLACEHOLDERS = {
  brand: 'the shop’s name',
  support_email: 'the shop’s e-mail address',
  support_phone: 'the shop’s phone number',
  order: 'the order’s number',
  total: 'the order’s total',
  name: 'the first name of the person who gets the parcel',
  hold_until: 'until when an unpaid or unconfirmed order is kept',
  tracking_number: 'the parcel’s number',
  cash: 'what is paid to the rider',
  changes: 'what of the order was changed, before and after',
  due: 'what of a paid order is still to be paid, because it costs more now',
  refund: 'which payment goes back, why, and when it was sent',
  refunds: 'the same for every payment of the order, or that there is nothing to pay',
  request: '“return” or “exchange”',
  items: 'what is sent back, with what an exchange sends instead',
  new_size: 'what an exchange sends instead',
  send_to: 'the shop’s address',
  send_until: 'RETURN_DAYS after the approval',
  answer: 'the desk’s answer',
  product: 'the product’s name',
  size: 'the size',
  end_link: 'the link that ends all such mails',
  password_link: 'the link to a new password',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

/** Which placeholders the words of a mail may have, and which they need. */
export interface KnownPlaceholders {
  /** Allowed in every field. */
  always: readonly Placeholder[]
  /** Allowed in the text and the closing, since not every mail of the kind has a value. Paragraphs without it are left out. */
  sometimes: readonly Placeholder[]
  required: Partial<Record<keyof MailWords, readonly Placeholder[]>>
}

/** A shop may have no phone, or no e-mail address. */
const CONTACT = ['support_email', 'support_phone'] as const

/** A mail about an order names it in the subject. */
function ofOrder(sometimes: readonly Placeholder[] = [], body: readonly Placeholder[] = []): KnownPlaceholders {
  return {
    always: ['order', 'total', 'brand'],
    sometimes: [...CONTACT, 'name', ...sometimes],
    required: { subject: ['order'], body },
  }
}

/** A mail about a return or exchange names which of the two. */
function ofReturn(sometimes: readonly Placeholder[] = [], body: readonly Placeholder[] = []): KnownPlaceholders {
  const known = ofOrder(['items', ...sometimes], body)
  return { ...known, always: [...known.always, 'request'] }
}

export const KNOWN_PLACEHOLDERS: Record<WordedKind, KnownPlaceholders> = {
  unpaid: ofOrder(['hold_until']),
  placed: ofOrder(['hold_until']),
  paid: ofOrder(),
  changed: ofOrder(['changes', 'due', 'refund', 'cash'], ['changes']),
  shipped: ofOrder(['tracking_number', 'cash'], ['tracking_number']),
  delivered: ofOrder(),
  returned_to_origin: ofOrder(),
  cancelled: ofOrder(['refunds'], ['refunds']),
  refund_due: ofOrder(['refund'], ['refund']),
  refunded: ofOrder(['refund'], ['refund']),
  return_requested: ofReturn(['new_size']),
  return_approved: ofReturn(['send_to', 'send_until', 'answer'], ['answer']),
  return_received: ofReturn(['refund', 'new_size'], ['refund']),
  return_refused: ofReturn(['answer'], ['answer']),
  exchange_sent: ofReturn(['new_size']),
  newsletter_welcome: { always: ['brand'], sometimes: [...CONTACT, 'end_link'], required: { closing: ['end_link'] } },
  back_in_stock: {
    always: ['product', 'size', 'brand'],
    sometimes: [...CONTACT, 'end_link'],
    required: { subject: ['product', 'size'], closing: ['end_link'] },
  },
  stock_alert_confirmation: {
    always: ['product', 'size', 'brand'],
    sometimes: CONTACT,
    required: { subject: ['product'], body: ['size'] },
  },
  account_exists: {
    always: ['brand'],
    sometimes: [...CONTACT, 'password_link'],
    required: { closing: ['password_link'] },
  },
}
