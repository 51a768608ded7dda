import { z } from 'zod'
import { talkSchema } from '../chat/talks.server'
import { type Desk, pageOf, read } from '../database.server'
import { orderRowSchema } from '../orders/orders.server'

const person = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: z.string(),
})
const listSchema = pageOf(person.extend({ orders: z.number() }))

const customerSchema = person.extend({
  city: z.string().nullable(),
  orders: z.array(orderRowSchema),
  conversations: z.array(talkSchema),
})

const colleagueSchema = z.object({
  id: z.guid(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(['operator', 'manager']),
  last_sign_in_at: z.string().nullable(),
  /** When they were invited, until they have used it. */
  invited_at: z.string().nullable(),
})
export type DeskPerson = z.infer<typeof colleagueSchema>

/** Returns a page of customers, latest first; `search` is a part of the name, e-mail or phone, empty for all. */
export const listCustomers = ({ db }: Desk, search: string, page: number) =>
  read(db, 'desk_customers', { search: search || undefined, page }, listSchema)

/** Returns a customer with their latest orders and conversations; null if there is none. */
export const readCustomer = ({ db }: Desk, id: string) => read(db, 'desk_customer', { id }, customerSchema.nullable())

/** Returns everybody who works at the desk. The database refuses it to operators. */
export const listOperators = ({ db }: Desk) => read(db, 'desk_operators', {}, z.array(colleagueSchema))
