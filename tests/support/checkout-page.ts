import type { Page } from '@playwright/test'
import { freshPhone } from './checkout.ts'

interface Delivery {
  firstName?: string
  lastName?: string
  address?: string
  city?: string
  phone?: string
}

/** Fills the checkout page's delivery form. A name that is left out stays as the page shows it. */
export async function fillDelivery(page: Page, delivery: Delivery = {}): Promise<void> {
  const { firstName, lastName, address = '7 Canal Road', city = 'Faisalabad', phone = freshPhone() } = delivery
  const fields = { 'First name': firstName, 'Last name': lastName, Address: address, City: city, Phone: phone }
  for (const [label, value] of Object.entries(fields)) {
    if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(value)
  }
}
