import { useLoaderData } from '@remix-run/react'
import { statusLook } from '~/orders/order'
import { refuse, succeed } from '~/platform/result'
import { messageOf } from '../couriers/parcel-actions.server'
import { momentWords } from '../dates'
import { atDesk, change, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { Cell, OrderLink, Table } from '../list/table'
import { ACTION_WORDS } from './order-actions'
import { markOf, parseMarks } from './order-query'
import { takeManyBackSchema } from './order.schema'
import { readOrders } from './orders.server'

const TITLE = 'Take steps back'
export const { handle, meta } = deskPage(TITLE)

/** The versions in the address are of before the steps. */
export const loader = atDesk(async ({ operator, request }) => {
  const numbers = parseMarks(new URL(request.url).searchParams.getAll('order')).map(({ orderId }) => orderId)
  const orders = await readOrders(operator, numbers)
  return {
    orders: orders.map(({ order_id: orderId, version, status, step }) => ({ orderId, version, status, step })),
  }
})

export const action = atDesk(async ({ db, context }) => {
  const marks = parseMarks(context.form.getAll('order'))
  return submit(
    context,
    takeManyBackSchema,
    async ({ reason }) => {
      if (marks.length === 0) return refuse('Please tick the orders first.')
      const left: [orderId: string, why: string][] = []
      for (const { orderId, version } of marks) {
        const result = await change(db, 'desk_take_back', { order_id: orderId, version, reason })
        if (!result.ok) left.push([orderId, result.refusal])
      }
      const message = messageOf(`Taken back: ${marks.length - left.length} of ${marks.length}.`, { left })
      return left.length === marks.length ? refuse(message) : succeed(message)
    },
    (_given, message) => ['/desk/orders', message],
  )
})

export default function TakeBack() {
  const { orders } = useLoaderData<typeof loader>()
  const hasSteps = orders.some(({ step }) => step)
  return (
    <>
      <h1>{TITLE}</h1>
      {hasSteps ? (
        <EditForm
          id="take-back"
          name="The last step of each order"
          schema={takeManyBackSchema}
          fields={[
            <Table
              key="orders"
              name="Orders"
              rows={orders}
              columns={{
                Choose: ({ orderId, version, step }) =>
                  step ? (
                    <input
                      type="checkbox"
                      name="order"
                      value={markOf({ orderId, version })}
                      aria-label={orderId}
                      defaultChecked
                    />
                  ) : null,
                Order: ({ orderId }) => <OrderLink id={orderId} />,
                Step: ({ step }) =>
                  step ? (
                    <Cell
                      more={[
                        `until ${momentWords(step.until)}`,
                        step.is_told ? 'The shopper has been mailed about it: please tell them.' : '',
                      ]}
                    >
                      {ACTION_WORDS[step.action].button}
                    </Cell>
                  ) : (
                    'None that can be taken back'
                  ),
                Status: ({ status }) => <span className={statusLook(status).badge}>{statusLook(status).label}</span>,
              }}
              hidden={['Choose']}
              look="desk-orders"
            />,
            line('reason', 'Reason', undefined, { hint: 'The shoppers may read it in the orders’ history.' }),
          ]}
          button="Take them back"
        />
      ) : (
        <p className="muted">Nothing can be taken back: tick orders in the list whose last step was just done.</p>
      )}
    </>
  )
}
