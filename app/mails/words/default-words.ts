import { ORDER_WORDS } from './order-words'

/** The words of a mail. They are plain text with placeholders such as {order}; paragraphs are separated by an empty line. */
export interface MailWords {
  subject: string
  /** Above the text; empty in mails whose subject is their heading. */
  heading: string
  body: string
  /** The words of the link. */
  button: string
  /** After everything else; may be empty. */
  closing: string
}

const NOT_YOU = 'If it wasn’t you, you can ignore this mail.'

/**
 * The words that a new shop begins with, by kind. They are sent as well when the rows of `mail_texts` can't be read, so they are here and
 * not only in the database; `tests/database/mail-words.test.ts` compares them with the rows of a new database (decision 135).
 */
export const DEFAULT_WORDS = {
  ...ORDER_WORDS,
  newsletter_welcome: {
    subject: 'Welcome to Letters from {brand}',
    heading: '',
    body: 'Welcome! Please confirm that this address is yours. Then you hear of new arrivals and sale days first.',
    button: 'Yes, send me letters',
    closing: 'Without that, we send you nothing more. To end it now or later: {end_link}',
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
    body: `Somebody, probably you, wants a mail when {product} in size {size} is back in stock.

If that is right, please confirm it within three days.`,
    button: 'Yes, mail me',
    closing: `${NOT_YOU} You won’t get another.`,
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

export type AllWords = Record<WordedKind, MailWords>

export const WORDED_KINDS = Object.keys(DEFAULT_WORDS) as WordedKind[]
