import { expect, test } from 'vitest'
import { allowedHtml } from '../../app/content/content.server.ts'
import { chaptersOf } from '../../app/content/chapters.ts'

test('a text is cut at its pictures, and keeps those of the shop alone (CM-23)', () => {
  const html = allowedHtml(
    `<p>First.</p><p><img alt="Two &quot;robes&quot;" src="/pictures/banner-robe.webp"></p><h2>Second</h2>
     <img src="/storage/v1/object/public/products/0b1c2d3e-0000-4000-8000-000000000000.webp" onerror="alert(1)">
     <p>Third.</p><img src="//example.com/pictures/a.webp"><img src="/pictures/../secret.webp">`,
  )
  expect(chaptersOf(html)).toEqual([
    { picture: null, html: '<p>First.</p>' },
    { picture: { source: '/pictures/banner-robe.webp', words: 'Two "robes"' }, html: '<h2>Second</h2>' },
    {
      picture: { source: '/storage/v1/object/public/products/0b1c2d3e-0000-4000-8000-000000000000.webp', words: '' },
      html: '<p>Third.</p>',
    },
  ])
})

test('a text without pictures is one chapter', () => {
  expect(chaptersOf('<p>All of it.</p>')).toEqual([{ picture: null, html: '<p>All of it.</p>' }])
})
