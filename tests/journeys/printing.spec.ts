import { at, enterDesk, expect, logIn, test } from './shop.ts'

/** Counts the pages of a PDF as Chromium writes it. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

const [SENT, DELIVERED] = ['ORD-1760518400000-606', 'ORD-1760604800000-707'] as const

test('an invoice is printed on one sheet in both languages', { tag: '@scripts' }, async ({ page }) => {
  await logIn(page, 'ayesha@example.com')
  for (const language of ['en', 'ur']) {
    await page.goto(at(`/orders/${DELIVERED}/invoice?lang=${language}`))
    await expect(page.getByText('INV-').first()).toBeVisible()
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  }
})

test('an order is printed without what is to be pressed', { tag: '@scripts' }, async ({ page }) => {
  await logIn(page, 'ayesha@example.com')
  await page.goto(at(`/profile/active-orders/${SENT}`))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: SENT })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Something not right?' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})

test('the papers of orders are printed on one sheet each (DK-15)', { tag: '@scripts' }, async ({ page }) => {
  await enterDesk(page)
  for (const paper of ['slips', 'labels', 'invoices', 'pick'])
    for (const orders of [[SENT], [SENT, DELIVERED]]) {
      await page.goto(at(`/desk/orders/${paper}?${orders.map((order) => `order=${order}:1`).join('&')}`))
      await expect(page.getByText(/^\d sheets?\./)).toBeVisible()
      const sheets = paper === 'pick' ? 1 : orders.length
      expect([paper, pagesOf(await page.pdf({ preferCSSPageSize: true }))]).toEqual([paper, sheets])
    }
})
