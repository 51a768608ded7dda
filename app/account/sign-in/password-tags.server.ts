import type { Needs } from '~/platform/context.server'
import { keyedHash, secretsOf, type Secrets } from '~/platform/encryption/keyed-hash.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/** Enough that a stranger's account hardly ever has the owner's tag, too little to tell a password by. Three hexadecimal digits. */
const TAG_DIGITS = 3
const KEY_DIGITS = 8

/**
 * Returns the tags of a password, by which the database finds the account among those with the same phone number (decision 40): the
 * first digits of a keyed hash, after those that name its key. One for each secret, the current one first.
 */
export function tagsOf(secrets: Secrets, password: string): string[] {
  return secretsOf(secrets).map((secret) => {
    const digits = (text: string, count: number) =>
      keyedHash(secret, 'password tag', text).toString('hex').slice(0, count)
    return `${digits('', KEY_DIGITS)}:${digits(password, TAG_DIGITS)}`
  })
}

/** Stores the tag of a password that Auth has just accepted. Throws if it can't be stored. */
export async function keepPasswordTag(
  context: Needs<'backends' | 'settings'>,
  shopper: string,
  password: string,
): Promise<void> {
  const [tag = ''] = tagsOf(context.settings, password)
  const service = serviceClient(context, 'keep the tag of a password')
  const { error } = await service.rpc('keep_password_tag', { p_shopper: shopper, p_tag: tag })
  if (error) throw new Error(`No tag of a password: ${error.message}`, { cause: error })
}
