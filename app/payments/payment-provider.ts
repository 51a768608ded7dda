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
  orderId: string
  /** As the provider wrote it. */
  message: Record<string, string>
}

/** A notification that can't be believed, or not yet: the HTTP status the provider gets, and why. */
export interface Disbelief {
  status: 400 | 403 | 503
  verdict: string
}

/** Who takes card payments: everything the shop has to know of a provider's protocol. */
export interface PaymentProvider {
  /** What its payments are kept under; with a payment's number it tells payments apart. */
  name: string
  /** Where the browser posts to, and what, to pay. */
  form: (payment: Payment) => { url: string; fields: [string, string][] }
  /** Believes a notification or says why not; `from` is the address it came from. */
  read: (body: string, from: string) => Promise<PaymentNotice | Disbelief>
}

declare module '~/platform/context.server' {
  interface RoomServices {
    /** Null where the shop takes no cards. */
    payments: PaymentProvider | null
  }
}
