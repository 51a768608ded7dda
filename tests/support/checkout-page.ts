import type { Page } from '@playwright/test'
import { freshPhone } from './checkout.ts'

interface Delivery {
  firstName?: string
  lastName?: string
  address?: string
  city?: string
  phone?: string
}

export async function fillDelivery(page: Page, delivery: Delivery = {}): Promise<void> {
  const { firstName = 'Nadia', lastName = 'Iqbal', address = '7 Canal Road', city = 'Faisalabad' } = delivery
  const { phone = freshPhone() } = delivery
  const fields = {
    'First name': firstName,
    'Last name (optional)': lastName,
    Address: address,
    City: city,
    Phone: phone,
  }
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}
