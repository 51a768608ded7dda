import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inLanguage } from '../../app/language/current.server.ts'
import { storedWords } from '../../app/orders/tracking/tracking.tsx'
import { deviceOf } from '../../app/orders/order.ts'

test.each([
  ['Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36', 'Mobile'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148', 'Mobile'],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10', 'Mobile'],
  ['Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 'Tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148', 'Tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 'Computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', 'Computer'],
  ['', 'Computer'],
])('a browser that says “%s” is a %s (DB-69)', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

/** Sentences that the database writes into the histories of orders and returns, and as the reasons of failures. */
function writtenByTheDatabase(): string[] {
  const files = readdirSync('supabase/schemas').map((name) => readFileSync(`supabase/schemas/${name}`, 'utf8'))
  const writing = /(?:failure_reason = |note_in_history\(|note := concat_ws\(|\{-1,note\})[^;]*;|'note',\s*'[^']*'/g
  return files.flatMap((sql) =>
    [...sql.matchAll(writing)].flatMap(([statement]) =>
      [...statement.replaceAll(/' \|\| \w+ \|\| '/g, '3').matchAll(/'([A-Z][a-z]+ [^']*)'/g)].map(
        ([, text = '']) => text,
      ),
    ),
  )
}

test('what the database writes into an order or a return is said in Urdu, with the reason that was typed', () => {
  const written = writtenByTheDatabase()
  expect(written).toEqual(
    expect.arrayContaining([
      'Corrected by the shop: ',
      'Cancelled by the shop',
      'We called 3 times and couldn’t reach you',
    ]),
  )
  inLanguage('ur', () => {
    for (const text of written) {
      const shown = storedWords(text.endsWith(': ') ? `${text}Torn lace` : text)
      expect(shown.replace('Torn lace', '')).not.toMatch(/[A-Za-z]/)
    }
    for (const by of ['Cancelled by the shopper', 'Cancelled by the shop', 'Corrected by the shop'])
      expect(storedWords(`${by}: Torn lace: “left”`)).toMatch(/^[^A-Za-z]+: Torn lace: “left”$/)
  })
})
