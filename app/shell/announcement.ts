import { m } from '~/language/messages'
import type { ShopBanner } from '~/catalog/banners.server'
import { fillTerms, type DeliveryTerms } from '~/delivery/terms'

/** The line above the header; `link` is an address within the shop. */
export interface Announcement {
  text: string
  link: string | null
}

/** Shown if the announcement can't be read, or quotes terms that can't be. */
export const defaultAnnouncement = (): Announcement => ({ text: m.shell_default_announcement(), link: null })

/** Returns the first announcement, with the terms of delivery filled in; null if there is none at the moment. */
export function announcementOf(banners: ShopBanner[] | null, terms: DeliveryTerms | null): Announcement | null {
  if (banners === null) return defaultAnnouncement()
  const first = banners.find(({ kind }) => kind === 'announcement')
  if (!first) return null
  if (terms === null && first.title.includes('{')) return defaultAnnouncement()
  return { text: fillTerms(first.title, terms), link: first.link }
}
