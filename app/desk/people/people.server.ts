import { z } from 'zod'
import type { Result } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { talkSchema } from '../chat/talk-rows'
import { orderRowSchema } from '../orders/order-rows'
import { resultOf } from '../result-of.server'

type Desk = Pick<Operator, 'db'>

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
export async function listCustomers(
  { db }: Desk,
  search: string,
  page: number,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const { data, error } = await db.rpc('desk_customers', { p_search: search || undefined, p_page: page })
  if (error) throw new Error(`No customers: ${error.message}`, { cause: error })
  return listSchema.parse(data)
}

/** Returns a customer with their latest orders and conversations; null if there is none. */
export async function readCustomer({ db }: Desk, id: string): Promise<Customer | null> {
  const { data, error } = await db.rpc('desk_customer', { p_id: id })
  if (error) throw new Error(`Customer not read: ${error.message}`, { cause: error })
  return customerSchema.nullable().parse(data)
}

/** Returns everybody who works at the desk. The database refuses it to operators. */
export async function listOperators({ db }: Desk): Promise<DeskPerson[]> {
  const { data, error } = await db.rpc('desk_operators')
  if (error) throw new Error(`No operators: ${error.message}`, { cause: error })
  return z.array(colleagueSchema).parse(data)
}

/** Takes somebody's role away, at once. Refuses in words for the manager. */
export async function takeRole({ db }: Desk, id: string): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_take_role', { p_person: id })
  return resultOf(error)
}
