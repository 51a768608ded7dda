import type { LoaderFunctionArgs } from '@remix-run/node'
import { readContactInfo } from '~/contact/contact-info.server'
import { requireOperator } from '../access/operator.server'
import { parseMarks } from './order-query'
import { readOrders } from './orders.server'

export async function readPrintable({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const marks = parseMarks(new URL(request.url).searchParams.getAll('order'))
  const [orders, { phone, address }] = await Promise.all([
    readOrders(
      operator,
      marks.map(({ orderId }) => orderId),
    ),
    readContactInfo(context),
  ])
  return { orders, sender: { brand: context.settings.BRAND_NAME, phone, address } }
}
