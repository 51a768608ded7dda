import { signIn } from './desk.ts'
import type { Looker } from './looker.ts'

/** Shows how stock is counted and received at the desk, and what a draft lacks. */
export async function storeroom(looker: Looker): Promise<void> {
  const { page, look, isPhone } = looker
  // Counting turns it to colours, for the other view too.
  const number = isPhone ? 'CH-0005' : 'CH-0016'
  await signIn(looker)
  await page.goto('/desk/stock')
  await look('find')
  await page.getByLabel('Name or article number').fill(number)
  await page.getByRole('button', { name: 'Find' }).click()
  await look('count')
  await page.locator('.desk-numbers input').first().fill('7')
  await page.getByRole('button', { name: 'Compare with the shop' }).click()
  await look('differences')
  await page.getByRole('link', { name: 'Sizes and stock of this product' }).click()
  await look('counted by size')
  await page.getByRole('link', { name: 'Count each colour' }).click()
  for (const [place, field] of (await page.locator('.desk-numbers input').all()).entries())
    await field.fill(String(place))
  await look('count each colour')
  await page.getByRole('button', { name: 'Compare with the shop' }).click()
  await look('differences by colour')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.goto(`/desk/stock?search=${number}`)
  for (const task of ['Receive', 'Damaged', 'History']) {
    await page.getByRole('link', { name: task, exact: true }).click()
    await look(task.toLowerCase())
  }
  await page.getByRole('link', { name: 'Sizes and stock of this product' }).click()
  await look('grid by colour')
  await page.goto('/desk/products')
  await page.getByLabel('Name', { exact: true }).fill('Bare shawl')
  await page.getByLabel('Price in rupees').fill('900')
  await page.getByRole('button', { name: 'Add as a draft' }).click()
  await look('new draft')
  await page.getByRole('button', { name: 'Publish' }).click()
  await look('not published')
  await page.getByRole('link', { name: 'Add its sizes' }).click()
  await look('no sizes')
}
