import { z } from 'zod'
import { LANGUAGES } from '~/language/languages'
import { talkSchema } from '../chat/talks.server'
import type { Options } from '../form/choice-field'
import { readRows } from '../lists/lists.server'
import { type Desk, read } from '../desk.server'
import { amounts, flags, ids, maybeTexts, numbers, pageOf, texts } from '../rows'
import { blockSchema, historySchema, orderRowSchema } from '../orders/orders.server'

const person = z.object({
  ...ids('id'),
  ...texts('name', 'created_at'),
  ...maybeTexts('email', 'phone', 'city'),
  ...flags('is_guest'),
  language: z.enum(LANGUAGES),
  tags: z.array(z.string()),
})
const rowSchema = person.extend(numbers('orders'))
export type CustomerRow = z.infer<typeof rowSchema>
/** `tags` are all that people have. With `has_more` there are more people than the total, whom nobody counts. */
const listSchema = pageOf(rowSchema).extend({ tags: z.array(z.string()), ...flags('has_more') })

const customerSchema = person.extend({
  /** The numbers and accounts that are this person, the one whose parts they are first. */
  parts: z.array(
    z.object({
      ...ids('id'),
      ...maybeTexts('phone', 'email', 'name', 'since'),
      ...flags('is_joined', 'is_by_hand'),
    }),
  ),
  blocks: z.array(blockSchema),
  ended: historySchema,
  ...amounts('worth'),
  ...numbers('order_count'),
  orders: z.array(orderRowSchema),
  conversations: z.array(talkSchema),
})
export type Customer = z.infer<typeof customerSchema>

const colleagueSchema = z.object({
  ...ids('id'),
  ...texts('email'),
  /** `invited_at` is there until they have used the invitation. */
  ...maybeTexts('name', 'last_sign_in_at', 'invited_at'),
  role: z.enum(['operator', 'manager']),
  /** The ID of a role that was made at the desk. */
  desk_role: z.guid().nullable(),
})
export type DeskPerson = z.infer<typeof colleagueSchema>

interface CustomerQuery {
  /** A part of the name, e-mail, phone or address; empty for all. */
  search: string
  tag?: string | null
  page: number
}

/** Returns a page of people, guests too, whose latest order or sign-up comes first. */
export const listCustomers = ({ db }: Desk, { search, tag, page }: CustomerQuery) =>
  read(db, 'desk_customers', { search: search || undefined, tag: tag || undefined, page }, listSchema)

/** Returns a person, by the ID of any of their numbers and accounts; null if there is none. */
export const readCustomer = ({ db }: Desk, id: string) => read(db, 'desk_customer', { id }, customerSchema.nullable())

/** Returns the roles that were made at the desk, as a choice. */
export const listRoles = async (desk: Desk): Promise<Options> =>
  (await readRows(desk, 'desk_role')).map(({ id, name }) => [id, String(name)])

/** Returns everybody who works at the desk. The database refuses it to operators. */
export const listOperators = ({ db }: Desk) => read(db, 'desk_operators', {}, z.array(colleagueSchema))
