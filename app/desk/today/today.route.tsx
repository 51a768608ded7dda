import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { agoWords } from '../dates'
import { atDesk, read } from '../desk.server'
import { deskPage } from '../desk-page'

export const { handle, meta } = deskPage('Today')

/** What may wait for somebody (database function `desk_today`), with its name and the list of it. */
const ENTRIES = [
  ['confirm', 'Cash orders to confirm', '/desk/orders/confirm'],
  ['pack', 'Orders to pack', '/desk/orders?task=pack'],
  ['ship', 'Orders to ship', '/desk/orders?task=ship'],
  ['stale', 'Overdue payments', '/desk/orders?task=stale'],
  ['refunds', 'Refunds due', '/desk/refunds'],
  ['returns', 'Open returns', '/desk/returns'],
  ['chats', 'Chats waiting', '/desk/chat'],
  ['contact', 'Messages to answer', '/desk/contact'],
  ['stock', 'Sizes with three pieces or fewer', '/desk/products?state=published&stock=low'],
  ['mails', 'Orders with a mail that failed or is held', '/desk/orders?task=mails'],
] as const

/** How many wait, and since when the oldest one has been waiting. */
const waitingSchema = z.object({ count: z.number(), since: z.string().nullable() })
const todaySchema = z.record(z.enum(ENTRIES.map(([name]) => name)), waitingSchema)

export const loader = atDesk(async ({ db }) => ({
  today: await read(db, 'desk_today', {}, todaySchema),
  now: Date.now(),
}))

export default function Today() {
  const { today, now } = useLoaderData<typeof loader>()
  const [waiting, done] = [
    ENTRIES.filter(([name]) => today[name].count > 0),
    ENTRIES.filter(([name]) => today[name].count === 0),
  ]
  return (
    <>
      <h1>Today</h1>
      {waiting.length === 0 ? <p>Nothing waits for you.</p> : null}
      <ul className="desk-today">
        {waiting.map(([name, title, url]) => (
          <li key={name}>
            <a href={url}>
              <b className="desk-count">{today[name].count}</b> {title}
              <Since moment={today[name].since} now={now} />
            </a>
          </li>
        ))}
      </ul>
      {done.length === 0 ? null : (
        <ul className="desk-done" aria-label="Nothing waits here">
          {done.map(([name, title, url]) => (
            <li key={name}>
              <a href={url}>0 {title}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Since({ moment, now }: { moment: string | null; now: number }) {
  return moment ? <span className="muted small">oldest {agoWords(moment, now)}</span> : null
}
