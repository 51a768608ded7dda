import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cleanText } from '../../app/platform/text.ts'
import { RIGHT, WRONG } from '../support/emails.ts'
import { connect, type Connection } from '../support/postgres-server.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'

// Rules of texts that the shop and the database have both.

let database: Connection
beforeAll(async () => {
  database = await connect(inject('postgres'), TEMPLATE, 'postgres')
})
afterAll(() => database.end())

test('the database cleans a text as the shop does', async () => {
  const pieces =
    '\u00a0 \u2003 \u2028 \u00ad \u061c \u200b \u200c \u200d \u200e \u202a \u2060 \u2067 \ufeff \u2190 \ufe0f é e \u0308 \u0301 ی م \u0654 ۳ a Z - " \\ \u0338 < 👩 👧 क \u094d 한 \u1112'
  const made = fc.array(fc.string({ unit: fc.constantFrom(...pieces.split(' '), ' ') }), {
    minLength: 500,
    maxLength: 500,
  })
  await fc.assert(
    fc.asyncProperty(made, async (texts) => {
      const sql =
        'select array(select shop.clean_text(text) from unnest($1::text[]) with ordinality made (text, place) order by place) as clean'
      const { rows } = await database.query<{ clean: string[] }>(sql, [texts])
      expect(texts.map(cleanText)).toEqual(rows[0]?.clean)
      expect(texts.map((text) => cleanText(cleanText(text)))).toEqual(rows[0]?.clean)
    }),
    { numRuns: 1 },
  )
})

test('the database accepts the same e-mail addresses as the shop', async () => {
  const sql = 'select email from unnest($1::text[]) email where shop.is_email(email)'
  const accepted = async (emails: string[]) => (await database.query<{ email: string }>(sql, [emails])).rows
  expect(await accepted(RIGHT)).toEqual(RIGHT.map((email) => ({ email })))
  expect(await accepted(WRONG)).toEqual([])
})
