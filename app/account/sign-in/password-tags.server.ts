import { createHmac, hkdfSync } from 'node:crypto'
import type { Needs } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/** Enough that a stranger's account hardly ever has the owner's tag, too little to tell a password by. Three hexadecimal digits. */
const TAG_DIGITS = 3
const KEY_DIGITS = 8

/**
 * Returns the tags of a password, by which the database finds the account among those with the same phone number (decision 40): the
 * first digits of a keyed hash, after those that name its key. One for each secret, the current one first.
 */
export function tagsOf(settings: Settings, password: string): [string, ...string[]] {
  const { SESSION_SECRET: current, PREVIOUS_SESSION_SECRET: previous } = settings
  return previous === undefined ? [tagBy(current, password)] : [tagBy(current, password), tagBy(previous, password)]
}

function tagBy(secret: string, password: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'password tag', 32))
  const digits = (text: string, count: number) => createHmac('sha256', key).update(text).digest('hex').slice(0, count)
  return `${digits('', KEY_DIGITS)}:${digits(password, TAG_DIGITS)}`
}

/** Stores the tag of a password that Auth has just accepted. Throws if it can't be stored. */
export async function keepPasswordTag(
  context: Needs<'backends' | 'settings'>,
  shopper: string,
  password: string,
): Promise<void> {
  const [tag] = tagsOf(context.settings, password)
  const service = serviceClient(context, 'keep the tag of a password')
  const { error } = await service.rpc('keep_password_tag', { p_shopper: shopper, p_tag: tag })
  if (error) throw new Error(`No tag of a password: ${error.message}`, { cause: error })
}
