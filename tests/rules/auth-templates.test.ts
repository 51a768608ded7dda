import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { authTemplates } from '../../app/mails/auth-templates.server.tsx'

const FOLDER = '../../supabase/templates'

test('Auth’s templates are what the frame of all mails renders (npm run templates)', async () => {
  // An operator's shop may have another name.
  const templates = authTemplates(process.env.BRAND_NAME)
  const names = Object.keys(templates).map((name) => `${name}.html`)
  expect(readdirSync(new URL(`${FOLDER}/`, import.meta.url)).toSorted()).toEqual(names.toSorted())
  for (const [name, html] of Object.entries(templates)) await expect(html).toMatchFileSnapshot(`${FOLDER}/${name}.html`)
})

test('Auth’s templates of a shop with another name don’t mention the default one', () => {
  for (const [name, html] of Object.entries(authTemplates('Gulab')))
    expect([name, html.includes('Gulab'), /Chambeli|چنبیلی/.test(html)]).toEqual([name, true, false])
})
