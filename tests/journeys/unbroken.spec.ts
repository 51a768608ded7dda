import type { Page } from '@playwright/test'
import { freshPhone } from '../support/checkout.ts'
import { CHAT } from '../support/chat.ts'
import { at, enterDesk, expect, logInAsNew, serviceClient, test } from './shop.ts'

// Words without a place to break, as long as each field lets somebody type them.

const WORD = 'W'.repeat(80)

/** Fills the texts of a page, each with one word of its longest length. Returns how many there are. */
async function fillTexts(page: Page): Promise<number> {
  const fields = page.locator('main textarea:visible, main input:visible').and(page.locator(':not([readonly])'))
  let filled = 0
  for (const field of await fields.all()) {
    const kind = await field.evaluate((element) => [
      element.getAttribute('type') ?? 'text',
      element.getAttribute('name'),
    ])
    if (!['text', 'textarea'].includes(String(kind[0])) || /postal|promo|version/i.test(String(kind[1]))) continue
    await field.fill('W'.repeat(Number(await field.getAttribute('maxlength')) || 80))
    filled += 1
  }
  return filled
}

async function expectNarrow(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(at(path))
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const beyond = Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1)
      .filter((element) => !scrolls(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 90))
    return scrollWidth > clientWidth ? [`${scrollWidth} px`, ...beyond.slice(0, 4)] : []
  })
  expect.soft(wide, page.url()).toEqual([])
}

test(
  'a word as long as a field breaks on the pages of shop and desk that show it',
  { tag: '@scripts' },
  async ({ page }) => {
    test.setTimeout(120_000)
    const { id } = await logInAsNew(page)
    const service = serviceClient()

    await page.goto(at('/profile'))
    await expectNarrow(page)
    await page.goto(at('/profile/edit-location'))
    expect(await fillTexts(page)).toBeGreaterThan(3)
    await page.getByLabel('Phone', { exact: true }).fill(freshPhone())
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectNarrow(page)

    await page.goto(at('/product/guest-robe'))
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL(at('/cart'))
    await expectNarrow(page, '/checkout')
    await fillTexts(page)
    // No code is as long.
    await page.locator('#promo-code').fill('')
    await page.getByText('Cash on Delivery').first().click()
    await page.getByRole('button', { name: /Place Order \(Cash on Delivery\)/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Placed Successfully')
    await expectNarrow(page)
    const { data: order } = await service.from('orders').select('id, order_id').eq('user_id', id).single()
    const number = order?.order_id ?? ''
    await expectNarrow(page, `/profile/active-orders/${number}`)
    for (const status of ['Shipped', 'Delivered']) {
      const { error } = await service
        .from('orders')
        .update({ status, tracking_number: 'W'.repeat(60) })
        .eq('order_id', number)
      expect(error).toBeNull()
    }
    await expectNarrow(page, `/orders/${number}/invoice`)
    await page.goto(at(`/profile/active-orders/${number}`))
    await expectNarrow(page)
    await page.getByRole('link', { name: 'Send things back' }).click()
    await page.getByRole('radio', { name: 'It is damaged or faulty' }).check()
    expect(await fillTexts(page)).toBe(1)
    await page.getByRole('button', { name: 'Ask to send it back' }).click()
    await expect(page.getByRole('article', { name: 'Return' })).toBeVisible()
    await expectNarrow(page)
    await expectNarrow(page, '/profile/complete-orders')

    await page.goto(at('/product/guest-robe?tab=ratingReviews&write=1'))
    await page.getByRole('radio', { name: /5/ }).first().check({ force: true })
    expect(await fillTexts(page)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expect(page.getByText('WWWWW').first()).toBeVisible()
    await expectNarrow(page, '/product/guest-robe?tab=ratingReviews')

    await page.goto(at(`${CHAT}?mode=general`))
    expect(await fillTexts(page)).toBe(1)
    await page.getByPlaceholder('Type a message...').press('Enter')
    await expect(page.getByText('WWWWW').first()).toBeVisible()
    await expectNarrow(page, CHAT)

    await page.goto(at('/contact'))
    expect(await fillTexts(page)).toBeGreaterThan(1)
    await page
      .getByLabel('E-mail')
      .first()
      .fill(`${'w'.repeat(60)}@${'w'.repeat(60)}.com`)
    await page.getByRole('button', { name: /Send/ }).first().click()
    await expectNarrow(page)

    const { data: talk } = await service.from('user_conversations').select('id').eq('created_by', id).single()
    for (const path of [`/product-listing?search=${WORD}`, `/faq?q=${WORD}`, `/sale?category=${WORD}`])
      await expectNarrow(page, path)
    const { error: unnamed } = await service.from('profiles').update({ full_name: WORD }).eq('id', id)
    expect(unnamed).toBeNull()
    await enterDesk(page)
    for (const path of [
      '/desk/orders',
      `/desk/orders/${number}`,
      `/desk/orders/slips?order=${number}:1`,
      `/desk/orders/labels?order=${number}:1`,
      '/desk/couriers',
      '/desk/returns',
      '/desk/people',
      `/desk/people/${id}`,
      '/desk/reviews',
      '/desk/chat',
      `/desk/chat/${talk?.id}`,
      '/desk/contact',
    ]) {
      await expectNarrow(page, path)
      await expect.soft(page.getByText(WORD).first(), path).toBeAttached()
    }
    for (const path of [
      `/desk/orders/${number}/change`,
      '/desk/orders/confirm',
      '/desk/audit',
      '/desk/orders/invoices',
    ])
      await expectNarrow(page, path)
  },
)
