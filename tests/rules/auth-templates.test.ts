import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { authTemplates } from '../../app/mails/auth-templates.server.tsx'

const FOLDER = '../../supabase/templates'

test('Auth’s templates are what the frame of all mails renders (npm run templates)', async () => {
  const templates = authTemplates()
  const names = Object.keys(templates).map((name) => `${name}.html`)
  expect(readdirSync(new URL(`${FOLDER}/`, import.meta.url)).toSorted()).toEqual(names.toSorted())
  for (const [name, html] of Object.entries(templates)) await expect(html).toMatchFileSnapshot(`${FOLDER}/${name}.html`)
})
