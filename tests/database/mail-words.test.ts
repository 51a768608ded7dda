import { expect, test } from 'vitest'
import { DEFAULT_WORDS, type MailWords } from '../../app/mails/words/default-words.ts'
import { URDU_WORDS } from '../../app/mails/words/urdu-words.ts'
import { freshDatabase } from '../support/fresh-database.ts'

test('a new shop has the words of mails that are sent when they can’t be read', async () => {
  const database = await freshDatabase({ seeded: false })
  const { rows } = await database.query<MailWords & { kind: string }>(
    'select kind, subject, heading, body, button, closing from public.mail_texts',
  )
  await database.end()
  expect(Object.fromEntries(rows.map(({ kind, ...words }) => [kind, words]))).toEqual(DEFAULT_WORDS)
})

test('a new shop has the same Urdu of mails in its rows', async () => {
  const database = await freshDatabase()
  const { rows } = await database.query<{ kind: string; ur: Partial<MailWords> }>(
    "select kind, translations -> 'ur' as ur from public.mail_texts",
  )
  await database.end()
  expect(Object.fromEntries(rows.map(({ kind, ur }) => [kind, { heading: '', ...ur }]))).toEqual(URDU_WORDS)
})
