import { saveLanguage } from '~/account/header-profile.server'
import { attempt } from '~/platform/attempt.server'
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { isLanguage, LANGUAGE_PARAMETER } from '~/language/languages'
import { languageChoice } from '~/platform/cache/variant.server'
import { findShopper, redirectTo } from '~/platform/context.server'
import { shopPath } from '~/platform/text'

export const loader = () => redirect('/')

/** Saves the language that was chosen in the header or the footer, for a shopper also in the profile, and redirects back to the page, at its address without a language. */
export async function action({ context }: ActionFunctionArgs) {
  const { form, settings, sendCookie } = context
  const language = form.get('language')
  if (isLanguage(language)) {
    sendCookie(languageChoice.write(settings, language))
    const shopper = await findShopper(context)
    if (shopper) await attempt(context, 'language not saved', () => saveLanguage(shopper, language))
  }
  const page = new URL(shopPath(form.get('from')), settings.PUBLIC_URL)
  page.searchParams.delete(LANGUAGE_PARAMETER)
  return redirectTo(page.pathname + page.search + page.hash)
}
