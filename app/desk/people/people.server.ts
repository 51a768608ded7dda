import { z } from 'zod'
import type { Result } from '~/platform/result'
import { talkSchema } from '../chat/talk-rows'
import { orderRowSchema } from '../orders/order-rows'
import { change, type Desk, read } from '../database.server'

export const CUSTOMERS_PER_PAGE = 50

const person = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: z.string(),
})
const listSchema = z.object({ total: z.number(), rows: z.array(person.extend({ orders: z.number() })) })
/** A customer in a list, with how many orders they have. */
export type CustomerRow = z.infer<typeof listSchema>['rows'][number]

const customerSchema = person.extend({
  city: z.string().nullable(),
  orders: z.array(orderRowSchema),
  conversations: z.array(talkSchema),
})
/** A customer with their latest orders and conversations. */
export type Customer = z.infer<typeof customerSchema>

const colleagueSchema = z.object({
  id: z.guid(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(['operator', 'manager']),
  last_sign_in_at: z.string().nullable(),
})
/** Somebody who works at the desk. */
export type DeskPerson = z.infer<typeof colleagueSchema>

/** Returns a page of customers, latest first; `search` is a part of the name, e-mail or phone, empty for all. */
export function listCustomers(
  { db }: Desk,
  search: string,
  page: number,
): Promise<{ rows: CustomerRow[]; total: number }> {
  return read(db, 'desk_customers', { p_search: search || undefined, p_page: page }, listSchema)
}

/** Returns a customer with their latest orders and conversations; null if there is none. */
export function readCustomer({ db }: Desk, id: string): Promise<Customer | null> {
  return read(db, 'desk_customer', { p_id: id }, customerSchema.nullable())
}

/** Returns everybody who works at the desk. The database refuses it to operators. */
export function listOperators({ db }: Desk): Promise<DeskPerson[]> {
  return read(db, 'desk_operators', {}, z.array(colleagueSchema))
}

/** Takes somebody's role away, at once. Refuses in words for the manager. */
export function takeRole({ db }: Desk, id: string): Promise<Result<null, string>> {
  return change(db, 'desk_take_role', { p_person: id })
}
