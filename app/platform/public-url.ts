import { currentLanguage } from '~/language/current'
import { addressIn } from '~/language/languages'

/**
 * Returns the URL of a page in the current language, for mails and messages. It names the language, since it may be opened in a browser
 * without the cookie. `path` has no `#`.
 */
export function publicUrl(settings: { PUBLIC_URL: string }, path: string): string {
  return settings.PUBLIC_URL + addressIn(currentLanguage(), path)
}
