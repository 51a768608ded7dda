import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Trouble, withReference } from '../../app/shell/trouble.tsx'

const page = renderToStaticMarkup(<Trouble />)

test('the crash page shows the reference of its own request', () => {
  expect(withReference(page, 'a1b2-c3')).toContain('Reference: <code>a1b2-c3</code>')
})

test('a page without a crash stays as it is, whatever a visitor typed', () => {
  const html = '<p>&lt;code data-reference="true"&gt;&lt;/code&gt; request-id-here</p>'
  expect(withReference(html, 'a1b2-c3')).toBe(html)
})
