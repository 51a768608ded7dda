import { currentLanguage } from '~/language/current'
import { LANGUAGE_NAMES, type Language } from '~/language/languages'

/** The language that a page offers. */
const OTHERS: Record<Language, Language> = { en: 'ur', ur: 'en' }

/** The form in the footer, which has the page in its field `from`. */
export const VERSION_FORM = 'version'

interface LanguageButtonProps {
  className: string
  to?: Language
  /** Not for the button in the form itself. */
  form?: typeof VERSION_FORM
}

/** Switches to another language. It is a button of a form because it sets a cookie. */
export function LanguageButton({ className, to = OTHERS[currentLanguage()], form }: LanguageButtonProps) {
  return (
    <button className={className} form={form} formAction="/language" name="language" value={to} lang={to}>
      {LANGUAGE_NAMES[to]}
    </button>
  )
}

/** Offers Urdu to a visitor whose browser prefers it (decision 189). */
export function UrduOffer() {
  return (
    <p className="announcement" lang="ur" dir="rtl">
      یہ دکان اردو میں بھی ہے۔ <LanguageButton className="link" form={VERSION_FORM} to="ur" />{' '}
      <LanguageButton className="link" form={VERSION_FORM} to="en" />
    </p>
  )
}
