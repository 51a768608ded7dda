import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorBoundary } from '../../app/catalog/listing/listing.route.tsx'

test('a listing that can’t be rendered says so and offers a retry (LS-60)', () => {
  const html = renderToStaticMarkup(<ErrorBoundary />)
  expect(html).toContain('Failed to initialize component')
  // An empty address is the page's own, with its filters.
  expect(html).toContain('href="">Try again')
})
