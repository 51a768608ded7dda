import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addressIn } from '../../app/language/languages.ts'
import { at, expect, logIn, logInAsNew, serviceClient, test } from './shop.ts'

const URDU = 'نرم سوتی کپڑا ہر ناپ اور ہر رنگ میں آپ کے گھر تک پہنچتا ہے'
const PAGE_TITLE = 'رازداری کی پالیسی'
const urdu = (path: string) => at(addressIn('ur', path))

/** Returns what is wrong with a right-to-left page: what sticks out, and Urdu that is spaced or set too tightly. */
function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { documentElement: root } = document
    const problems = new Set<string>()
    if (getComputedStyle(root).direction !== 'rtl') problems.add('not right to left')
    if (root.scrollWidth > root.clientWidth) problems.add(`${root.scrollWidth - root.clientWidth} px too wide`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (!element || !/[\u0600-\u06ff]/.test(texts.currentNode.nodeValue ?? '')) continue
      const { letterSpacing, lineHeight, fontSize } = getComputedStyle(element)
      const name = `${element.localName}.${element.className}`
      if (letterSpacing !== 'normal' && letterSpacing !== '0px') problems.add(`letter-spacing of ${name}`)
      if (parseFloat(lineHeight) < 1.8 * parseFloat(fontSize)) problems.add(`line-height of ${name}`)
    }
    return [...problems]
  })
}

async function middleOf(element: Locator): Promise<number> {
  const { x, width } = (await element.boundingBox()) ?? { x: NaN, width: NaN }
  return x + width / 2
}

/** Returns the characters of an element in the order in which they stand on the screen, from left to right. */
function readFromTheLeft(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    const found: { character: string; left: number }[] = []
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      for (const [place, character] of [...(currentNode.nodeValue ?? '')].entries()) {
        const range = document.createRange()
        range.setStart(currentNode, place)
        range.setEnd(currentNode, place + 1)
        found.push({ character, left: range.getBoundingClientRect().left })
      }
    }
    return found
      .sort((a, b) => a.left - b.left)
      .map(({ character }) => character)
      .join('')
  })
}

/** Adds a product with an Urdu name and a discount of 25 %. */
async function newUrduProduct(): Promise<string> {
  const slug = `urdu-${randomUUID().slice(0, 8)}`
  const { data, error } = await serviceClient()
    .from('products')
    .insert({
      name: `نرم سوتی قمیض ${slug.slice(-4)}`,
      slug,
      description: `${URDU}۔`,
      price: 2000,
      discount: 25,
      created_at: '2020-01-01',
    })
    .select('id')
    .single()
  if (error) throw error
  await serviceClient().from('product_variants').insert({ product_id: data.id, size: 'M', stock: 5, display_order: 0 })
  await serviceClient().from('product_media').insert({ product_id: data.id, url: '/images/pictures/guest-robe' })
  return slug
}

test('lays out a product of the English shop that has an Urdu name', async ({ shop }) => {
  const slug = await newUrduProduct()
  await shop.goto(at(`/product/${slug}`))
  const [title, text] = [shop.getByRole('heading', { level: 1 }), shop.locator('.product-head > p.muted')]
  for (const element of [title, text]) {
    await expect(element).toHaveAttribute('lang', 'ur')
    await expect(element).toHaveCSS('direction', 'rtl')
    expect(['0px', 'normal']).toContain(await element.evaluate((node) => getComputedStyle(node).letterSpacing))
    const [line, font] = await element.evaluate((node) => [
      parseFloat(getComputedStyle(node).lineHeight),
      parseFloat(getComputedStyle(node).fontSize),
    ])
    expect(line).toBe(2 * (font ?? 0))
  }
  await expect(shop.locator('html')).toHaveCSS('direction', 'ltr')
})

test('mirrors page links, select arrows and badges, and keeps "-25%" in its order', async ({ shop }) => {
  const slug = await newUrduProduct()
  await shop.goto(urdu('/product-listing?page=2'))
  const [previous, next] = [shop.locator('.pages [rel=prev]'), shop.locator('.pages [rel=next]')]
  expect(await middleOf(next)).toBeLessThan(await middleOf(previous))
  for (const chevron of [previous, next]) {
    await expect(chevron.locator('svg')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
  }
  const select = shop.locator('select:visible').first()
  await expect(select).toHaveCSS('background-position', '8px 50%')
  await expect(select).toHaveCSS('padding-left', '26px')
  const card = shop.locator('.card:has(> .badge)').first()
  expect(await middleOf(card.locator('> .badge'))).toBeGreaterThan(await middleOf(card))

  await shop.goto(urdu(`/product/${slug}`))
  expect(await readFromTheLeft(shop.locator('.product-head .badge'))).toBe('-25%')
})

test('every type of page fits its window from right to left', async ({ shop }) => {
  test.slow()
  const slug = await newUrduProduct()
  const { error } = await serviceClient()
    .from('page_content')
    .insert({
      slug,
      is_published: true,
      title: PAGE_TITLE,
      content: `<h2>${URDU}</h2><p>${URDU}</p><ul><li>${URDU}</li></ul>`,
    })
  if (error) throw error
  await logInAsNew(shop)
  await shop.goto(at(`/product/${slug}?size=M`))
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  await shop.goto(at('/profile/chat-support?mode=general'))
  await shop.getByPlaceholder('Type a message...').fill(URDU)
  await shop.getByPlaceholder('Type a message...').press('Enter')
  await expect(shop).toHaveURL(/conversation=/)
  const chat = new URL(shop.url())

  const problems: string[] = []
  const look = async (path: string) => {
    await shop.goto(urdu(path))
    problems.push(...(await problemsOf(shop)).map((problem) => `${path}: ${problem}`))
  }
  await look('/')
  await look('/product-listing')
  await look('/product-listing?page=2')
  await look(`/product/${slug}`)
  await look('/product/lace-balconette-bra?tab=SizeGuide')
  await look('/product/lace-balconette-bra?tab=ratingReviews')
  await look('/size-guide')
  await look('/faq')
  await look('/contact')
  await look('/help/terms-conditions')
  await look(`/help/${slug}`)
  await look('/cart')
  await look('/checkout')
  await look('/profile')
  await look('/profile/chat-support')
  await look(`${chat.pathname}${chat.search}`)
  expect(problems).toEqual([])
})

test('orders fit their window from right to left', async ({ shop }) => {
  await logIn(shop, 'ayesha@example.com')
  await shop.goto(at('/profile/active-orders'))
  const order = (await shop.locator('.order-row h2 a').first().getAttribute('href')) ?? ''
  for (const path of ['/profile/active-orders', '/profile/complete-orders', order]) {
    await shop.goto(urdu(path))
    expect(await problemsOf(shop)).toEqual([])
  }
})

test('moves the gallery, an enlarged picture and testimonials from right to left @phone @scripts', async ({ shop }) => {
  await shop.goto(at('/product/lace-balconette-bra?lang=ur'))
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const pictures = shop.locator('.gallery-main img')
  await shop.locator('.gallery-frame > .step').last().click()
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 })
  const prior = shop.locator('.step.prior')
  expect(await middleOf(prior)).toBeGreaterThan(await middleOf(shop.locator('.step:not(.prior)')))
  await shop.locator('.gallery-main a').nth(1).click()
  expect(await readFromTheLeft(shop.locator('.zoom-steps [aria-live]'))).toMatch(/^2 ?\/ ?3$/)
  const enlarged = shop.getByRole('dialog').locator('img')
  await expect(enlarged.nth(1)).toBeInViewport({ ratio: 0.9 })
  await shop.keyboard.press('ArrowRight')
  await expect(enlarged.first()).toBeInViewport({ ratio: 0.9 })
  expect(await middleOf(shop.getByRole('dialog').locator('form button'))).toBeLessThan(180)
  const { width = 0, height = 0 } = (await enlarged.first().boundingBox()) ?? {}
  await enlarged.first().click({ position: { x: width * 0.05, y: height / 2 } })
  await expect.poll(async () => (await enlarged.first().boundingBox())?.width).toBeGreaterThan(width * 1.2)
  await expect.poll(async () => (await enlarged.first().boundingBox())?.x).toBeGreaterThanOrEqual(0)

  await shop.goto(at('/'))
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const customers = shop.locator('.testimonial')
  const [back, forward] = [shop.locator('.arrows a').first(), shop.locator('.arrows a').last()]
  await forward.click()
  await expect(customers.nth(1)).toBeInViewport({ ratio: 0.9 })
  await back.click()
  await expect(customers.first()).toBeInViewport({ ratio: 0.9 })
  await back.click()
  await expect(customers.last()).toBeInViewport({ ratio: 0.9 })
})
