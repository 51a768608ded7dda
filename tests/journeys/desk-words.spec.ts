import { randomUUID } from 'node:crypto'
import { enterDesk, expect, expectAccessible, followAtDesk, test } from './shop.ts'

test('an operator makes a category, a colour, an attribute and a word of the search, and a product with them is found', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const mark = randomUUID().slice(0, 8)
  const [category, color, word, attribute] = [`Kaftans ${mark}`, `Rust ${mark}`, `jora${mark}`, `Hem ${mark}`]
  await enterDesk(shop)
  await followAtDesk(shop, 'Categories')
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Name', { exact: true }).fill(category)
  await shop.getByLabel('Within').selectOption('Nightwear')
  await shop.getByRole('button', { name: 'Add the category' }).click()
  await expect(shop.getByRole('status')).toHaveText('This is the new category. It isn’t shown yet.')
  await shop.getByLabel('Description').fill('Wide and cool.')
  await shop.getByRole('checkbox', { name: 'Shown in the shop' }).check()
  await shop.getByLabel('Another one').setInputFiles('public/pictures/guest-robe-black-front.webp')
  await shop.getByRole('button', { name: 'Save the category' }).click()
  await expect(shop.getByRole('status')).toHaveText('The category is saved.')
  await expect(shop.getByRole('img', { name: 'The present picture' })).toBeVisible()
  await expectAccessible(shop, hasScripts)

  await followAtDesk(shop, 'Settings')
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: 'Colours' }).click()
  await shop.getByLabel('Name', { exact: true }).fill(color)
  await shop.getByLabel('Code').fill('#b5532b')
  await shop.getByRole('button', { name: 'Add the colour' }).click()
  await expect(shop.getByRole('status')).toHaveText(`${color} is a colour now.`)
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: color, exact: true }).click()
  await expect(shop.getByRole('button', { name: 'Remove the colour' })).toBeVisible()
  await expectAccessible(shop, hasScripts)

  await followAtDesk(shop, 'Attributes')
  await shop.getByLabel('Name, such as Neckline').fill(attribute)
  await shop.getByRole('button', { name: 'Add the attribute' }).click()
  await expect(shop.getByRole('status')).toHaveText('Now its values, please.')
  await shop.getByLabel('New value').nth(0).fill('Embroidered')
  await shop.getByLabel('New value').nth(1).fill('Plain')
  await shop.getByRole('button', { name: 'Save the attribute' }).click()
  await expect(shop.getByRole('status')).toHaveText('The attribute is saved.')
  await expect(shop.getByLabel('Value 1')).toHaveValue('Embroidered')
  await expectAccessible(shop, hasScripts)

  await followAtDesk(shop, 'Products')
  await shop.getByLabel('Name', { exact: true }).fill(`Cotton kaftan ${mark}`)
  await shop.getByLabel('Price in rupees').fill('2999')
  await shop.getByRole('button', { name: 'Add as a draft' }).click()
  await shop.getByRole('combobox', { name: 'Category' }).selectOption(category)
  await shop.getByRole('checkbox', { name: color }).check()
  await shop.getByRole('group', { name: attribute }).getByLabel('Embroidered').check()
  await shop.getByLabel('Article number').fill(`KA-${mark}`)
  await shop.getByLabel('Description').fill('Loose cotton, with pockets.')
  await shop.getByLabel('Features').fill('Cotton: soft and light\nPockets: two of them')
  await shop.getByRole('button', { name: 'Save the product' }).click()
  await expect(shop.getByRole('status')).toHaveText('The product is saved.')
  const parts = shop.getByRole('navigation', { name: 'Parts of the product' })
  await parts.getByRole('link', { name: 'Sizes and pictures' }).click()
  await shop.getByLabel('JPEG, PNG or WebP').setInputFiles('public/pictures/guest-robe-black-front.webp')
  await shop.getByRole('button', { name: 'Save the pictures' }).click()
  await expect(shop.getByRole('status')).toHaveText('The pictures are saved.')
  await shop.getByRole('button', { name: 'It has no size' }).click()
  await expect(shop.getByRole('status')).toHaveText('Shoppers choose no size of it.')
  await shop.getByRole('button', { name: 'Publish' }).click()
  await expect(shop.getByRole('status')).toHaveText('The product is now: In the shop.')

  await followAtDesk(shop, 'Search')
  await shop.getByLabel('Word that shoppers type').fill(word)
  await shop.getByLabel('Words of the shop').fill(`kaftan ${mark}`)
  await shop.getByRole('button', { name: 'Save the word' }).click()
  await expect(shop.getByRole('status')).toHaveText(`‘${word}’ is saved. This is what it finds now.`)
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: `Cotton kaftan ${mark}` }).click()
  await shop.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(shop.getByText('soft and light')).toBeVisible()
  await expect(shop.getByRole('radio', { name: color })).toBeChecked()
  await expect(shop.getByRole('definition')).toHaveText('Embroidered')

  await expect(async () => {
    await shop.goto(new URL(`/product-listing?attributes=hem-${mark}:embroidered`, shop.url()).href)
    await expect(shop.getByRole('link', { name: `Remove filter ${attribute}: Embroidered` })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expect(shop.getByText('1 product', { exact: true })).toBeVisible()
  await expect(shop.getByRole('link', { name: `Cotton kaftan ${mark}` }).first()).toBeVisible()
  await expectAccessible(shop, hasScripts)
})

test('an operator changes the size guide from the keyboard, and shoppers see it', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  await enterDesk(shop)
  await followAtDesk(shop, 'Sizes')
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: 'Camisoles' }).click()
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Size of row 5', { exact: true }).fill('XXL')
  for (const [field, typed] of [
    ['Underbust of row 5', ''],
    ['Bust of row 5', '103-109'],
    ['Waist of row 5', '85-90'],
  ] as const) {
    await shop.keyboard.press('Tab')
    await expect(shop.getByLabel(field, { exact: true })).toBeFocused()
    await shop.keyboard.type(typed)
  }
  await shop.keyboard.press('Enter')
  await expect(shop.getByRole('status')).toHaveText('The size table is saved.')
  await expect(shop.getByLabel('Waist of XXL', { exact: true })).toHaveValue('85–90')
  await shop.getByLabel('Size of XXL', { exact: true }).fill('')
  await shop.getByRole('button', { name: 'Save the size table' }).click()
  await expect(shop.getByRole('status')).toHaveText('The size table is saved.')
  await shop.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(shop.getByRole('heading', { name: 'Camisoles' })).toBeVisible()
})
