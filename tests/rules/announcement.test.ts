import { expect, test } from 'vitest'
import type { ShopBanner } from '../../app/catalog/banners.server.ts'
import type { DeliveryTerms } from '../../app/delivery/terms.ts'
import { announcementOf, defaultAnnouncement } from '../../app/shell/announcement.ts'

const line = (title: string, more: Partial<ShopBanner> = {}): ShopBanner => ({
  id: crypto.randomUUID(),
  kind: 'announcement',
  title,
  description: '',
  link: null,
  button: null,
  picture: null,
  focus: null,
  focus_wide: null,
  ...more,
})

const terms: DeliveryTerms = {
  cutOff: 840,
  businessDays: [1, 2, 3, 4, 5, 6],
  countries: [{ country: 'Pakistan', isServed: true, fee: 15_000, freeFrom: null, firstDay: 3, lastDay: 5 }],
  areas: [],
  cashFee: 0,
  holidays: [],
}

test('the first announcement is shown, with the price of delivery and its link', () => {
  const banners = [
    line('A slide', { kind: 'slide' }),
    line('{delivery_price} for Eid', { link: '/on-sale' }),
    line('x'),
  ]
  expect(announcementOf(banners, terms)).toEqual({ text: 'Rs.\u00a0150.00 for Eid', link: '/on-sale' })
})

test('without an announcement there is no line', () => {
  expect(announcementOf([line('A band', { kind: 'band' })], terms)).toBeNull()
})

test('if announcements or the terms that one quotes can’t be read, the default is shown', () => {
  expect(announcementOf(null, terms)).toEqual(defaultAnnouncement())
  expect(announcementOf([line('{delivery_price} for Eid')], null)).toEqual(defaultAnnouncement())
  expect(announcementOf([line('Eid Mubarak')], null)).toEqual({ text: 'Eid Mubarak', link: null })
})
