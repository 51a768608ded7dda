import { publicUrl } from '~/platform/public-url'

/**
 * Returns the URL that Auth's mails get as `.RedirectTo`. Their links don't lead there: it tells the templates the language of the page
 * that asked for the mail (decision 202).
 */
export function askedFrom(settings: { PUBLIC_URL: string }): string {
  return publicUrl(settings, '/')
}
