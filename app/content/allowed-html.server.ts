import { sanitize } from '~/platform/sanitize.server'
import { pictureUrl } from '~/ui/picture'

/** Returns what a written page may hold of an operator's HTML: of pictures, those that the shop serves (decision 181). */
export const allowedHtml = (html: string): string =>
  sanitize(html, (source) => pictureUrl(source, 480, 'webp') !== null)
