/** Text whose first letter is in Arabic script. */
const BEGINS_IN_ARABIC_SCRIPT = /^[^A-Za-z\u0600-\u06ff]*[\u0600-\u06ff]/

/**
 * Returns the attributes of an element that shows text of operators or shoppers, whatever its language. The browser takes the direction from
 * the text. Text in Arabic script is marked as Urdu, for its line height and for screen readers (WCAG 3.1.2).
 */
export function freeText(text: string | null | undefined): { dir: 'auto'; lang?: 'ur' } {
  return text && BEGINS_IN_ARABIC_SCRIPT.test(text) ? { dir: 'auto', lang: 'ur' } : { dir: 'auto' }
}
