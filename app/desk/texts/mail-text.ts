import { WORDED_KINDS, type MailWords, type WordedKind } from '~/mails/words/default-words'
import type { TextValues } from './text-kinds'

/** Returns the kind of mail that a text belongs to, or null if it is no mail's. */
export function wordedKind(text: { kind: string; topic: string } | null): WordedKind | null {
  return (text?.kind === 'mail' && WORDED_KINDS.find((kind) => kind === text.topic)) || null
}

/** Returns the values of a text as the words of a mail. */
export function mailWords({ title, description, content, button, closing }: TextValues): MailWords {
  return { subject: title, heading: description, body: content, button, closing }
}
