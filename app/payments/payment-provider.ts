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

/** The form that the browser posts to the provider. */
export interface PaymentForm {
  url: string
  fields: [string, string][]
  /**
   * The form's ID, as notifications return it, of a provider that doesn't sign the amount: the shop stores it with the amount before it
   * shows the form.
   */
  basket?: string
}

/** A verified notification about a payment. */
export interface PaymentNotice {
  /** The provider's ID of the payment; the form's basket if the amount isn't signed. */
  paymentId: string
  /** COMPLETE, FAILED or CANCELLED; other values are ignored. */
  outcome: string
  /** `1650.00`; null if the signature doesn't cover it. */
  amount: string | null
  reference: string
  /** The order's ID in the database; some providers send only the reference. */
  orderId?: string
  /** The fields as received. */
  message: Record<string, string>
}

/** A notification that was refused or can't be verified yet: the HTTP status for the provider, and the reason. */
export interface PaymentNotificationError {
  status: 400 | 403 | 503
  verdict: string
}

export interface PaymentProvider {
  /** Identifies a payment together with the payment's ID. Part of the URL for notifications. */
  name: string
  /** The payment methods in words for the shopper. */
  accepts: string
  /** Content types of its notifications. */
  contentTypes: readonly string[]
  /** Prepares the payment form; null if the provider can't take a payment now. */
  form: (payment: Payment) => Promise<PaymentForm | null>
  /** Returns whether a notification's signature is right, without asking anybody. */
  isSigned: (body: string) => boolean
  /** Verifies a notification, its signature included; `from` is the sender's IP address. */
  read: (body: string, from: string) => Promise<PaymentNotice | PaymentNotificationError>
}

declare module '~/platform/shop.server' {
  interface RoomServices {
    /** The provider for new payments; null if the shop takes none online. */
    payments: PaymentProvider | null
    /** The providers whose notifications are accepted, including earlier ones. */
    paymentProviders: PaymentProvider[]
  }
}
