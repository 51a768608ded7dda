import { z } from 'zod'
import { talkSchema } from '../chat/talks.server'
import type { Options } from '../form/choice-field'
import { readRows } from '../lists/lists.server'
import { type Desk, read } from '../desk.server'
import { ids, maybeTexts, numbers, pageOf, texts } from '../rows'
import { orderRowSchema } from '../orders/orders.server'

const person = z.object({
  ...ids('id'),
  ...texts('name', 'created_at'),
  ...maybeTexts('email', 'phone'),
})
const listSchema = pageOf(person.extend(numbers('orders')))

const customerSchema = person.extend({
  ...maybeTexts('city'),
  orders: z.array(orderRowSchema),
  conversations: z.array(talkSchema),
})

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

/** Returns a page of customers, latest first; `search` is a part of the name, e-mail or phone, empty for all. */
export const listCustomers = ({ db }: Desk, search: string, page: number) =>
  read(db, 'desk_customers', { search: search || undefined, page }, listSchema)

/** Returns a customer with their latest orders and conversations; null if there is none. */
export const readCustomer = ({ db }: Desk, id: string) => read(db, 'desk_customer', { id }, customerSchema.nullable())

/** Returns the roles that were made at the desk, as a choice. */
export const listRoles = async (desk: Desk): Promise<Options> =>
  (await readRows(desk, 'desk_role')).map(({ id, name }) => [id, String(name)])

/** Returns everybody who works at the desk. The database refuses it to operators. */
export const listOperators = ({ db }: Desk) => read(db, 'desk_operators', {}, z.array(colleagueSchema))
