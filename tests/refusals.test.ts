import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesIn } from './support/sources.ts'

/** The refusals that no room has words for, with the reason. They count as errors of the database. */
const WITHOUT_WORDS: Record<string, string> = {
  argument_too_long: 'forms are shorter',
  audit_is_kept: 'the shop changes no row of the log',
  entries_are_kept: 'the shop changes no entry of the books',
  cart_too_large: 'a cart that the shop sends is smaller',
  foreign_attachment: 'the shop stores attachments in their conversation',
  invalid_request: 'the shop sends a key with each order',
  no_such_list: 'addresses name the lists that there are',
  not_confirmable: 'the link of an order that can’t be confirmed has one message, whatever the reason',
  not_signed_in: 'the shop verifies a session first',
  refund_not_sent: 'no form of the desk does this',
  too_many_messages: 'the shop’s own limits are lower',
  unknown_action: 'forms name the actions that there are',
  wishlist_too_large: 'a wishlist that the shop sends is smaller',
}

const migrations = readdirSync('supabase/schemas')
  .map((file) => readFileSync(`supabase/schemas/${file}`, 'utf8'))
  .join('\n')
/** What functions return that say why something can't be done, which others raise. */
const problems = [...migrations.matchAll(/^create function shop\.\w*change_problem\(.*?^\$\$;/gms)].join('\n')
const raised = [
  ...new Set(
    [...migrations.matchAll(/message = '([a-z_]+)'/g), ...problems.matchAll(/then '([a-z_]+)'/g)].map(
      ([, token = '']) => token,
    ),
  ),
]
const app = sourcesIn('app').filter(({ room }) => room !== 'platform')

test('every refusal that the database raises is known to a room', () => {
  expect(raised.length).toBeGreaterThan(100)
  const unknown = raised.filter((token) => !app.some(({ text }) => new RegExp(`\\b${token}\\b`).test(text)))
  expect(unknown.toSorted()).toEqual(Object.keys(WITHOUT_WORDS).toSorted())
})
