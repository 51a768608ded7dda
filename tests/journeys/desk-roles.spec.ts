import { randomUUID } from 'node:crypto'
import { at, enterDesk, expect, expectAccessible, openDeskMenu, serviceClient, test } from './shop.ts'

test('a manager makes a role and gives it to a colleague, who then finds the pages of that alone', async ({
  shop,
  browser,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const name = `Packing ${randomUUID().slice(0, 8)}`
  const manager = await enterDesk(shop)
  await serviceClient().auth.admin.updateUserById(manager.id, { app_metadata: { role: 'manager' } })
  const packer = await (await browser.newContext({ javaScriptEnabled: hasScripts })).newPage()
  const { email } = await enterDesk(packer)

  await shop.goto(at('/desk/people/operators'))
  await shop.getByRole('link', { name: 'roles at the desk' }).click()
  await shop.getByLabel('Name').fill(name)
  await shop.getByRole('checkbox', { name: /^Orders:/ }).check()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('button', { name: 'Add the role' }).click()
  await expect(shop.getByRole('status')).toHaveText(`${name} is a role now.`)
  await shop.goto(at('/desk/people/operators'))
  await shop
    .getByRole('form', { name: `Role of ${email}` })
    .getByLabel('Role', { exact: true })
    .selectOption(name)
  await shop.getByRole('button', { name: `Give the role: ${email}` }).click()
  await expect(shop.getByRole('status')).toHaveText(`The role of ${email} is now: ${name}.`)
  await expectAccessible(shop, hasScripts)

  await packer.goto(at('/desk'))
  await expectAccessible(packer, hasScripts)
  const menu = await openDeskMenu(packer)
  await expect(menu.getByRole('link', { name: 'Orders', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Refunds' })).toHaveCount(0)
  await packer.goto(at('/desk/refunds'))
  await expect(packer.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  await expect(packer.getByRole('alert')).toContainText('This needs a role with Money.')
  await expectAccessible(packer, hasScripts)
})
