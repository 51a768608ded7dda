import { currentLanguage } from '~/language/current'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '~/language/languages'

/** The form in the footer, which has the page in its field `from`. */
export const VERSION_FORM = 'version'

/** Switches to another language. It is a button of a form because it sets a cookie. All have the same HTML, which compresses well. */
function LanguageButton({ to }: { to: Language }) {
  return (
    <button className="link" form={VERSION_FORM} formAction="/language" name="language" value={to} lang={to}>
      {LANGUAGE_NAMES[to]}
    </button>
  )
}

export function LanguageButtons() {
  return LANGUAGES.filter((language) => language !== currentLanguage()).map((language) => (
    <LanguageButton key={language} to={language} />
  ))
}

/** Offers Urdu to a visitor whose browser prefers it (decision 189). */
export function UrduOffer() {
  return (
    <p className="announcement" lang="ur" dir="rtl">
      یہ دکان اردو میں بھی ہے۔ <LanguageButton to="ur" /> <LanguageButton to="en" />
    </p>
  )
}
