import { expect, it } from 'vitest'
import type { CardView } from '~/catalog/card-view'
import { listedCards } from '~/catalog/listing/listed-cards.server'
import { keepRatio } from '~/ui/ratio'

const NIGHTGOWN: CardView = {
  name: 'Silk Nightgown',
  slug: 'silk-nightgown',
  price: 450_000,
  final_price: 450_000,
  discount: 0,
  rating: null,
  reviews: 0,
  picture: '/pictures/silk-nightgown.webp',
  colors: [{ name: 'Maroon', value: '#800000' }],
}
const SHOWN = { inListing: true, isLite: false, withDefaultStars: true }

function contentOf(change: Partial<CardView>, look = SHOWN): string {
  const [card] = listedCards([{ ...NIGHTGOWN, ...change }], look)
  return card?.html ?? ''
}

it('renders what a card shows, also when another one with the same slug was rendered before', () => {
  expect(contentOf({})).toContain('Rs. 4,500.00')
  expect(contentOf({ price: 500_000, final_price: 500_000 })).toContain('Rs. 5,000.00')
  expect(contentOf({ final_price: 405_000, discount: 10 })).toContain('-10%')
  expect(contentOf({ name: 'Cotton Nightgown' })).toContain('Cotton Nightgown')
  expect(contentOf({ soldOut: ['M'] })).toContain('Sold out in M')
  expect(contentOf({})).toContain('Rs. 4,500.00')
})

it('has small pictures in the lite version', () => {
  expect(contentOf({})).toContain('/images/480/')
  expect(contentOf({}, { ...SHOWN, isLite: true })).not.toContain('/images/480/')
  expect(contentOf({}, { ...SHOWN, isLite: true })).toContain('/images/lite-320/')
})

it('loads only the first picture of a page early', () => {
  const [first, second] = listedCards([NIGHTGOWN, NIGHTGOWN], SHOWN)
  expect(first?.html).toContain('fetchpriority="high"')
  expect(second?.html).not.toContain('fetchpriority')
  expect(second?.html).toContain('loading="lazy"')
})

it('keeps the point of its pictures in sight, in the frame of the shop', () => {
  const second = { url: '/pictures/silk-nightgown-back.webp', focus: '50% 0%' }
  const html = contentOf({ focus: '40% 20%', second })
  expect(html).toContain('width="400" height="500" style="object-position:40% 20%"')
  expect(html).toMatch(/class="picture second" [^>]*style="object-position:50% 0%"/)
  keepRatio('2/3')
  expect(contentOf({ focus: '40% 20%', second }).match(/width="200" height="300"/g)).toHaveLength(2)
  keepRatio('4/5')
})

it('escapes names', () => {
  expect(contentOf({ name: '<img src=x onerror=alert(1)> & "lace"' })).toContain(
    '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;lace&quot;',
  )
})

it('links to the colour in the picture', () => {
  expect(listedCards([{ ...NIGHTGOWN, color: 'Maroon' }], SHOWN)[0]?.href).toBe('/product/silk-nightgown?color=Maroon')
})

it('links a product in the size that is looked for, unless it is sold out in it', () => {
  const hrefOf = (change: object) => listedCards([{ ...NIGHTGOWN, ...change }], SHOWN, 'M')[0]?.href
  expect(hrefOf({})).toBe('/product/silk-nightgown?size=M')
  expect(hrefOf({ color: 'Maroon' })).toBe('/product/silk-nightgown?color=Maroon&size=M')
  expect(hrefOf({ soldOut: ['M'] })).toBe('/product/silk-nightgown')
})
