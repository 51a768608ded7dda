import { getLocale } from './compiled/runtime.js'
import type { Language } from './languages'

/** Returns the language of the page that is rendered, or in the browser that of the document. */
export function currentLanguage(): Language {
  return getLocale()
}
