import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeatureList } from '../../app/product/product-tabs.tsx'

test('a feature that operators gave no description is a title without a colon', () => {
  const features = [
    { title: 'Cotton', description: 'soft and light' },
    { title: 'Hook and eye', description: '' },
  ]
  const markup = renderToStaticMarkup(<FeatureList features={features} />)
  expect(markup.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')).toBe('|Cotton:| |soft and light|Hook and eye| |')
})
