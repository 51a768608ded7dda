/** What goes to a payment provider. */
export interface Payment {
  returnUrl: string
  cancelUrl: string
  notifyUrl: string
  firstName: string
  lastName: string
  email: string
  phone: string
  /** The order's reference; a guest's begins with `guest-` (A13). */
  reference: string
  /** The order's id in the database. */
  orderId: string
  /** The shopper's id, or `guest`. */
  shopper: string
  /** `1650.00` */
  amount: string
  /** When the order was placed (ISO 8601). */
  orderedAt: string
}

/** Where the browser posts to, and what, to pay. */
export interface PaymentForm {
  url: string
  fields: [string, string][]
}

/** What a provider says of a payment, once it is sure that the provider says it. */
export interface PaymentNotice {
  /** The provider's own number of the payment. */
  paymentId: string
  /** COMPLETE, FAILED or CANCELLED; anything else means nothing yet. */
  outcome: string
  /** `1650.00` */
  amount: string
  reference: string
  /** The order's id in the database; left out by a provider whose messages carry the reference alone. */
  orderId?: string
  /** Whether the provider vouches for the amount; without that, a wrong amount is refused and never refunded. */
  isAmountSigned: boolean
  /** As the provider wrote it. */
  message: Record<string, string>
}

/** A notification that can't be believed, or not yet: the HTTP status the provider gets, and why. */
export interface Disbelief {
  status: 400 | 403 | 503
  verdict: string
}

/** Who takes payments online: everything the shop has to know of a provider's protocol. */
export interface PaymentProvider {
  /** What its payments are kept under; with a payment's number it tells payments apart. Part of its notification address. */
  name: string
  /** What a shopper can pay with there, in their words. */
  accepts: string
  /** Content types that its notifications may have. */
  contentTypes: readonly string[]
  /** Prepares the form to pay; null when the provider can't take a payment now. */
  form: (payment: Payment) => Promise<PaymentForm | null>
  /** Believes a notification or says why not; `from` is the address it came from. */
  read: (body: string, from: string) => Promise<PaymentNotice | Disbelief>
}

declare module '~/platform/context.server' {
  interface RoomServices {
    /** Who takes new payments; null where the shop takes none online. */
    payments: PaymentProvider | null
    /** Whose notifications are read: also those of a provider that took payments before the setting changed. */
    paymentProviders: PaymentProvider[]
  }
}
