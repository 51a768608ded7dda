import { randomUUID } from 'node:crypto'
import { at, enterDesk, expect, expectAccessible, followAtDesk, serviceClient, test } from './shop.ts'

test('an operator offers a job, sees it among the careers, corrects it and takes it away; and adds a day of Eid', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const mark = randomUUID().slice(0, 8)
  const job = `Lace maker ${mark}`
  await enterDesk(shop)
  await followAtDesk(shop, 'Settings')
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: 'Jobs' }).click()
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Title').fill(job)
  await shop.getByLabel('Department').fill('Workshop')
  await shop.getByLabel('Place').fill('Lahore')
  await shop.getByLabel('Kind').fill('Full-time')
  await shop.getByLabel('Responsibilities, one in a').fill('Draw five petals\nKnit them')
  await shop.getByRole('checkbox', { name: 'Shown in the shop' }).check()
  await shop.getByRole('button', { name: 'Add the job' }).click()
  await expect(shop.getByRole('status')).toHaveText(`${job} is a job now.`)
  await expectAccessible(shop, hasScripts)
  const careers = async () => (await shop.request.get(at('/company/career'))).text()
  await expect.poll(careers, { timeout: 10_000 }).toContain('Draw five petals')

  await shop.getByRole('link', { name: job, exact: true }).click()
  await expectAccessible(shop, hasScripts)
  await expect(shop.getByLabel('Responsibilities, one in a')).toHaveValue('Draw five petals\nKnit them')
  await shop.getByLabel('Responsibilities, one in a').fill('Draw six petals')
  await shop.getByRole('button', { name: 'Save the job' }).click()
  await expect(shop.getByRole('status')).toHaveText('The job is saved.')
  await expect.poll(careers, { timeout: 10_000 }).toContain('Draw six petals')
  await shop.getByRole('button', { name: 'Remove the job' }).click()
  await expect(shop.getByRole('status')).toHaveText('The job is removed.')
  await expect.poll(careers, { timeout: 10_000 }).not.toContain(mark)

  await followAtDesk(shop, 'Settings')
  await shop.getByRole('link', { name: 'Holidays' }).click()
  await shop.getByLabel('Name').fill(`Eid ${mark}`)
  await shop.getByLabel('Day', { exact: true }).fill(`2${mark.replace(/\D/g, '').padEnd(3, '9').slice(0, 3)}-03-20`)
  await shop.getByRole('checkbox', { name: 'Expected' }).check()
  await shop.getByRole('button', { name: 'Add the holiday' }).click()
  await expect(shop.getByRole('status')).toHaveText(`Eid ${mark} is a holiday now.`)
  await shop.getByRole('link', { name: `Eid ${mark}`, exact: true }).click()
  await expect(shop.getByRole('checkbox', { name: 'Expected' })).toBeChecked()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('button', { name: 'Remove the holiday' }).click()
  await expect(shop.getByRole('status')).toHaveText('The holiday is removed.')
})

test('an operator sells in whole rupees, sees a price change with that, and takes it back', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const [name, slug] = [`Bralette ${randomUUID().slice(0, 8)}`, `bralette-${randomUUID().slice(0, 8)}`]
  const made = await serviceClient()
    .from('products')
    .insert({ name, slug, price: 1890, discount: 25, created_at: '2020-01-01' })
  expect(made.error).toBeNull()
  const page = async () => (await shop.request.get(at(`/product/${slug}`))).text()
  await expect.poll(page, { timeout: 10_000 }).toContain('Rs. 1,417.50')

  await enterDesk(shop)
  await followAtDesk(shop, 'Settings')
  await shop.getByRole('link', { name: 'Whole rupees' }).click()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('checkbox', { name: 'Sell in whole rupees' }).check()
  await shop.getByRole('button', { name: 'Save the rounding' }).click()
  await expect(shop.getByRole('status')).toHaveText('The rounding is saved.')
  await expect(shop.getByRole('checkbox', { name: 'Sell in whole rupees' })).toBeChecked()
  await expect.poll(page, { timeout: 10_000 }).toContain('Rs. 1,418.00')

  await shop.getByRole('checkbox', { name: 'Sell in whole rupees' }).uncheck()
  await shop.getByRole('button', { name: 'Save the rounding' }).click()
  await expect(shop.getByRole('status')).toHaveText('The rounding is saved.')
  await expect.poll(page, { timeout: 10_000 }).toContain('Rs. 1,417.50')
  await serviceClient().from('products').delete().eq('slug', slug)
})
