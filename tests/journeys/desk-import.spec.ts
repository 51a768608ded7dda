import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zip } from '../support/archives.ts'
import { at, enterDesk, expect, expectAccessible, followAtDesk, serviceClient, test } from './shop.ts'

/** Makes a product with 5 pieces of M for 2,000 rupees. Returns its address. */
async function newProduct(name: string): Promise<string> {
  const slug = `file-gown-${randomUUID()}`
  const { data, error } = await serviceClient()
    .from('products')
    .insert({ name, slug, price: 2000 })
    .select('id')
    .single()
  if (error) throw error
  await serviceClient().from('product_variants').insert({ product_id: data.id, size: 'M', stock: 5 })
  return slug
}

test('an operator exports the products, changes a price and a stock in the file, and sees them in the shop', async ({
  shop,
  javaScriptEnabled,
}, info) => {
  const hasScripts = javaScriptEnabled !== false
  const slug = await newProduct('Gown of the file')
  await enterDesk(shop)
  await followAtDesk(shop, 'Products')
  await shop.getByRole('link', { name: 'Import or export as a file' }).click()
  await expectAccessible(shop, hasScripts)
  const download = shop.waitForEvent('download')
  await shop.getByRole('link', { name: 'Save all products as CSV' }).click()
  const path = info.outputPath('products.csv')
  await (await download).saveAs(path)
  const csv = readFileSync(path, 'utf8')
  const changed = csv.replace(
    `"${slug}","Gown of the file","M",5,"",2000,`,
    `"${slug}","Gown of the file","M",2,"",1499,`,
  )
  expect(changed).not.toBe(csv)

  await shop.getByLabel('CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(changed.replace(',1499,', ',"-1499",')),
  })
  await shop.getByRole('button', { name: 'Compare with the shop' }).click()
  await expect(shop.getByText('Price: -1499 is below zero.')).toBeVisible()
  await expect(shop.getByRole('button', { name: 'Apply' })).toHaveCount(0)
  await expectAccessible(shop, hasScripts)

  await shop.getByRole('link', { name: 'upload it again' }).click()
  await shop.getByLabel('CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(changed),
  })
  await shop.getByRole('button', { name: 'Compare with the shop' }).click()
  await expect(shop.getByRole('heading', { name: 'products.csv' })).toBeVisible()
  await expect(shop.getByText(`${slug}, M`)).toBeVisible()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('button', { name: 'Apply all changes' }).click()
  await expect(shop.getByRole('status')).toHaveText('All changes are made.')
  await expectAccessible(shop, hasScripts)

  await shop.goto(at(`/product/${slug}?size=M`))
  await expect(shop.getByText('Rs. 1,499.00').first()).toBeVisible()
  await expect(shop.getByText('Only 2 left').first()).toBeVisible()
})

test('a long file shows how far it is, and goes on when its page is opened again', async ({
  shop,
  javaScriptEnabled,
}) => {
  const prefix = `long-${randomUUID()}`
  const rows = Array.from({ length: 3_000 }, (_, place) => `${prefix}-${place},Gown ${place},1500`)
  await enterDesk(shop)
  await shop.goto(at('/desk/products/import'))
  await shop.getByLabel('CSV file').setInputFiles({
    name: `${prefix}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Product,Name,Price\n${rows.join('\n')}\n`),
  })
  await shop.getByRole('button', { name: 'Compare with the shop' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toBeVisible()
  await shop.goto(at('/desk/products/import'))
  await shop.getByRole('link', { name: `${prefix}.csv` }).click()
  // The page loads itself again until all rows are compared.
  await expect(shop.getByRole('heading', { name: `${prefix}.csv` })).toBeVisible({ timeout: 30_000 })
  await expect(shop.getByRole('link', { name: 'Changes (3000)' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(shop, javaScriptEnabled !== false)
})

test('an operator sends pictures as an archive, sees where they go, and adds them', async ({
  shop,
  javaScriptEnabled,
}) => {
  await enterDesk(shop)
  const sku = `ZIP-${randomUUID().slice(0, 8)}`
  await serviceClient()
    .from('products')
    .update({ sku })
    .eq('slug', await newProduct('Gown of the archive'))
  const front = readFileSync('public/pictures/guest-robe-black-front.webp')
  const parts = [
    { name: `${sku}_1.webp`, content: front },
    { name: `${sku}_Blak_2.webp`, content: front },
  ]
  await followAtDesk(shop, 'Products')
  await shop.getByRole('link', { name: 'Many pictures' }).click()
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.getByLabel('ZIP, up to').setInputFiles({ name: 'june.zip', mimeType: '', buffer: zip(parts) })
  await shop.getByRole('button', { name: 'Look where they go' }).click()
  await expect(shop.getByRole('region', { name: 'Files that aren’t used' }).getByText('Blak')).toBeVisible()
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.getByRole('button', { name: 'Add the pictures' }).click()
  // The page loads itself again until all are added.
  await expect(shop.getByText('1 of 1 picture added.')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(shop, javaScriptEnabled !== false)
})
