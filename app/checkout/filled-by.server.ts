import { cutText } from '~/platform/text'
import { isTokenOf, tokenOf, tokensOf, type Secrets } from '~/platform/encryption/keyed-hash.server'

const PURPOSE = 'checkout of an account'

/** The field of the checkout form that says for which account its page was shown; empty for a guest. */
export const FILLED_BY = 'filledBy'

/** Returns what the field has for an account: it tells nothing of it, and only the shop can make it. */
export function filledBy(secrets: Secrets, accountId: string): string {
  return tokenOf(secrets, PURPOSE, accountId)
}

/** Returns what the field may have for an account, by the current secret and the previous one. */
export function allFilledBy(secrets: Secrets, accountId: string): string[] {
  return tokensOf(secrets, PURPOSE, accountId)
}

/** Returns what the field of a posted form has; '' for a guest's. */
export function fillerOf(form: FormData): string {
  const value = form.get(FILLED_BY)
  return typeof value === 'string' ? cutText(value, 100) : ''
}

/** Whether a form was filled by another account than this one. Without the field, or as a guest, it may be anybody's. */
export function isOfAnother(secrets: Secrets, form: FormData, accountId: string): boolean {
  const filler = fillerOf(form)
  return filler !== '' && !isTokenOf(secrets, PURPOSE, accountId, filler)
}
