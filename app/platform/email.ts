import { z } from 'zod'
import { plainText } from './text'

/**
 * HTML's pattern of an e-mail address, which hosted Auth uses too, but with at least one dot in the domain
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address). The database has a copy.
 */
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i
const MAX_LENGTH = 254

/** A message, or the function that returns it in the language of the request. */
type Message = string | (() => string)

/** Returns the schema of an e-mail address, which is trimmed and lowercased. */
export function emailSchema(messages: { missing: Message; invalid: Message }) {
  return z
    .string({ error: messages.missing })
    .overwrite(plainText)
    .min(1, { error: messages.missing, abort: true })
    .max(MAX_LENGTH, { error: messages.invalid, abort: true })
    .regex(PATTERN, { error: messages.invalid })
    .toLowerCase()
}

/** Whether a text is an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && PATTERN.test(text)
}
