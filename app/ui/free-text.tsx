import { currentLanguage } from '~/language/current'

/** Text whose first letter is in Arabic script. */
const BEGINS_IN_ARABIC_SCRIPT = /^[^A-Za-z\u0600-\u06ff]*[\u0600-\u06ff]/

/**
 * Returns the attributes of an element that shows text of operators or shoppers, whatever its language. The browser takes the direction from
 * the text. Text in another language than the page's is marked, for its line height and for screen readers (WCAG 3.1.2): Arabic script as
 * Urdu, other text on an Urdu page as English.
 */
export function freeText(text: string | null | undefined): { dir: 'auto' | 'ltr'; lang?: 'ur' | 'en' } {
  const isUrdu = currentLanguage() === 'ur'
  if (text && BEGINS_IN_ARABIC_SCRIPT.test(text)) return isUrdu ? { dir: 'auto' } : { dir: 'auto', lang: 'ur' }
  return text && isUrdu ? { dir: 'ltr', lang: 'en' } : { dir: 'auto' }
}

const HAS_ARABIC_SCRIPT = /[\u0600-\u06ff]/

/**
 * A text of a row within others. On a page in another language, one that is only there in English is marked as English. Urdu may begin with
 * a Latin word, such as one that was searched for.
 */
export function RowText({ text }: { text: string }) {
  const { lang, dir } = freeText(text)
  return lang === 'en' && !HAS_ARABIC_SCRIPT.test(text) ? (
    <bdi lang={lang} dir={dir}>
      {text}
    </bdi>
  ) : (
    text
  )
}
