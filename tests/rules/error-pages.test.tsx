import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorPage, withReference } from '../../app/ui/error-page.tsx'

const page = renderToStaticMarkup(<ErrorPage />)

test('the error page shows the reference of its request', () => {
  expect(withReference(page, 'a1b2-c3')).toContain('Reference: <code>a1b2-c3</code>')
})

test('other pages stay unchanged, even if a visitor typed the marker', () => {
  const html = '<p>&lt;code data-reference="true"&gt;&lt;/code&gt; request-id-here</p>'
  expect(withReference(html, 'a1b2-c3')).toBe(html)
})
