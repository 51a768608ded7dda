import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireOperator } from '../access/operator.server'
import { parseMarks } from './order-query'
import { readOrders } from './orders.server'

/** Reads the orders of a page to print, with what stands on every sheet. */
export async function readPrintable({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const marks = parseMarks(new URL(request.url).searchParams.getAll('order'))
  const orders = await readOrders(
    operator,
    marks.map(({ orderId }) => orderId),
  )
  const { BRAND_NAME: brand, SUPPORT_PHONE: phone, SUPPORT_ADDRESS: address } = context.settings
  return { orders, sender: { brand, phone, address } }
}
