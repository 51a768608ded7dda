import { z } from 'zod'

/**
 * What an e-mail address looks like: HTML's rule, which hosted Auth follows too, with a dot in the domain
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address). The database's `shop.is_email` repeats it.
 */
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i
const MAX_LENGTH = 254

/** The one schema of an e-mail address, in lower case, with the messages of the form it stands in. */
export function emailSchema(messages: { missing: string; invalid: string }) {
  return z
    .string({ error: messages.missing })
    .trim()
    .min(1, { error: messages.missing, abort: true })
    .max(MAX_LENGTH, { error: messages.invalid, abort: true })
    .regex(PATTERN, messages.invalid)
    .toLowerCase()
}

/** Whether a text is an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && PATTERN.test(text)
}
