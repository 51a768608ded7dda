/** The language of the shop's own texts (BCP 47). */
export const LANGUAGE: string = 'en'

const RIGHT_TO_LEFT = /^(ar|fa|ps|sd|skr|ug|ur)(-|$)/

/** Returns the direction in which a language (BCP 47) is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}
