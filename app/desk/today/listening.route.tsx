import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { atDesk, change, read, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { choice, tick } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { tick as ticked } from '../form/form-fields'
import type { Options } from '../form/choice-field'

export const { handle, headers, meta } = deskPage('Mails about new orders')

const hour = whole(0, 23, 'Please choose an hour.')
const listeningSchema = z.object({ is_on: ticked, from: hour, until: hour })

/** Hours of the day in Karachi; null for no mails. */
const hoursSchema = z.object({ from: z.number(), until: z.number() }).nullable()

export const loader = atDesk(async ({ db, operator }) => ({
  email: operator.email,
  hours: await read(db, 'desk_listening', {}, hoursSchema),
}))

export const action = atDesk(({ context, db }) =>
  submit(
    context,
    listeningSchema,
    ({ is_on: isOn, from, until }) => change(db, 'desk_listen', isOn ? { from, until } : { from: null, until: null }),
    ({ is_on: isOn }) => ['/desk', isOn ? 'You are mailed about new orders.' : 'You aren’t mailed about new orders.'],
  ),
)

const HOURS: Options = Array.from({ length: 24 }, (_, at) => [String(at), `${String(at).padStart(2, '0')}:00`])

export default function Listening() {
  const { email, hours } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Mails about new orders</h1>
      <EditForm
        id="listening"
        schema={listeningSchema}
        look="narrow"
        fields={[
          tick('is_on', `Mail ${email} about each order that shoppers place`, hours !== null),
          [
            choice('from', 'From', HOURS, String(hours?.from ?? 9)),
            choice('until', 'Until', HOURS, String(hours?.until ?? 21)),
          ],
        ]}
        button="Save"
      />
      <p className="muted small">
        Times of Pakistan. What comes at other hours is mailed at the first of them, unless it is cancelled by then. The
        same hour twice is the whole day. Cash orders are mailed when they are placed, others when they are paid.
      </p>
    </>
  )
}
