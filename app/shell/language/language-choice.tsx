import { useLocation } from '@remix-run/react'
import { currentLanguage } from '~/language/current'
import { LANGUAGE_NAMES, type Language } from '~/language/languages'

/** The language that a page offers. */
const OTHERS: Record<Language, Language> = { en: 'ur', ur: 'en' }

/** A button of a form with the page in the field `from`. */
export function LanguageButton({ className, to = OTHERS[currentLanguage()] }: { className: string; to?: Language }) {
  return (
    <button className={className} formAction="/language" name="language" value={to} lang={to}>
      {LANGUAGE_NAMES[to]}
    </button>
  )
}

/** Switches to the other language. It is a form because it sets a cookie. */
export function LanguageChoice() {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/language">
      <input type="hidden" name="from" value={pathname + search} />
      <LanguageButton className="icon-button login-link" />
    </form>
  )
}

/** Offers Urdu to a visitor whose browser prefers it (decision 189). */
export function UrduOffer() {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/language" className="announcement" lang="ur" dir="rtl">
      <input type="hidden" name="from" value={pathname + search} />
      یہ دکان اردو میں بھی ہے۔ <LanguageButton className="link" to="ur" /> <LanguageButton className="link" to="en" />
    </form>
  )
}
