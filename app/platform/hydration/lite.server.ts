import { ChoiceCookie } from '../cache/choice-cookie.server'

/** Whether the visitor wants the lite version. */
export const liteChoice = new ChoiceCookie('website_lite', ['on', 'off'])

/** Whether a request is for the lite version, by the shopper's choice or else the Save-Data header. */
export function wantsLite(cookieHeader: string | null | undefined, saveData: string | null | undefined): boolean {
  const choice = liteChoice.read(cookieHeader)
  return choice ? choice === 'on' : saveData === 'on'
}
