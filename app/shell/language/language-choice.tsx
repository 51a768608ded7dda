import { currentLanguage } from '~/language/current'
import { LANGUAGE_NAMES, type Language } from '~/language/languages'

/** The language that a page offers. */
const OTHERS: Record<Language, Language> = { en: 'ur', ur: 'en' }

/** The form in the footer, which has the page in its field `from`. */
export const VERSION_FORM = 'version'

/** Switches to another language. It is a button of a form because it sets a cookie. All have the same HTML, which compresses well. */
export function LanguageButton({ to = OTHERS[currentLanguage()] }: { to?: Language }) {
  return (
    <button className="link" form={VERSION_FORM} formAction="/language" name="language" value={to} lang={to}>
      {LANGUAGE_NAMES[to]}
    </button>
  )
}

/** Offers Urdu to a visitor whose browser prefers it (decision 189). */
export function UrduOffer() {
  return (
    <p className="announcement" lang="ur" dir="rtl">
      یہ دکان اردو میں بھی ہے۔ <LanguageButton to="ur" /> <LanguageButton to="en" />
    </p>
  )
}
