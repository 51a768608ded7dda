/** The words of a mail. They are plain text with placeholders such as {order}; paragraphs are separated by an empty line. */
export interface MailWords {
  subject: string
  /** Above the text; empty in mails that are only text. */
  heading: string
  body: string
  /** The words of the link. */
  button: string
  /** After everything else; may be empty. */
  closing: string
}

const SEE_ORDER = 'See your order'
const QUESTIONS = 'Questions? Write to {support_email} or call {support_phone}.'
const NOT_YOU = "If it wasn't you, you can ignore this mail."

/**
 * The words that a new shop begins with, by kind. They are sent as well when the rows of `mail_texts` can't be read, so they are here and
 * not only in the database; `tests/database/mail-words.test.ts` compares them with the rows of a new database (decision 135).
 */
export const DEFAULT_WORDS = {
  unpaid: {
    subject: 'Your order {order} is not paid yet',
    heading: 'We have your order; payment is not complete yet',
    body: `If you are paying right now, you don’t have to do anything: we mail you as soon as your payment of {total} arrives.

We keep your items for you until {hold_until}.

On the order’s page you can pay, choose cash on delivery instead, or cancel.`,
    button: 'Pay {total}',
    closing: QUESTIONS,
  },
  placed: {
    subject: 'Your order {order}',
    heading: 'Thank you for your order',
    body: `You pay {total} in cash when it arrives. We mail you when it is on its way.

We call you before we send it. If we can’t reach you until {hold_until}, we cancel it.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  paid: {
    subject: 'Your order {order} is paid',
    heading: 'Thank you, your order is paid',
    body: 'We have received your payment of {total}. We mail you when your order is on its way.',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  shipped: {
    subject: 'Your order {order} is on its way',
    heading: 'Your order is on its way',
    body: `Tracking number: {tracking_number}

Please have {cash} in cash ready.`,
    button: 'Follow your order',
    closing: QUESTIONS,
  },
  delivered: {
    subject: 'Your order {order} was delivered',
    heading: 'Your order was delivered',
    body: 'We hope you like it. If something is not right, please write to us.',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  cancelled: {
    subject: 'Your order {order} is cancelled',
    heading: 'Your order is cancelled',
    body: '{refunds}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  refund_due: {
    subject: 'A payment for your order {order}',
    heading: 'A payment goes back to you',
    body: '{refund}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  refunded: {
    subject: 'We sent back a payment for your order {order}',
    heading: 'We sent your payment back',
    body: '{refund}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  newsletter_welcome: {
    subject: 'Welcome to Letters from {brand}',
    heading: '',
    body: 'Welcome! From now on you hear of new arrivals and sale days first.',
    button: 'The latest',
    closing: '',
  },
  back_in_stock: {
    subject: '{product} is back in size {size}',
    heading: '',
    body: 'You asked us to tell you: {product} is back in size {size}.',
    button: 'See it here',
    closing: `This is the only mail about it.

No mails about other sizes that you asked for either: {end_link}`,
  },
  stock_alert_confirmation: {
    subject: 'Shall we mail you when {product} is back?',
    heading: '',
    body: 'Somebody, probably you, wants a mail when {product} in size {size} is back in stock.',
    button: 'If that is right, confirm it here within three days',
    closing: `${NOT_YOU} You won't get another.`,
  },
  account_exists: {
    subject: 'You already have an account',
    heading: '',
    body: 'Somebody, probably you, has just tried to create a {brand} account with this e-mail address. There is one already.',
    button: 'Log in',
    closing: `Forgotten your password? Set a new one: {password_link}

${NOT_YOU} Nothing has changed.`,
  },
} satisfies Record<string, MailWords>

/** The kinds of mails whose words are edited at the desk. */
export type WordedKind = keyof typeof DEFAULT_WORDS

/** The words of every kind of mail. */
export type AllWords = Record<WordedKind, MailWords>

export const WORDED_KINDS = Object.keys(DEFAULT_WORDS) as WordedKind[]
