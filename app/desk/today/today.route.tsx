import { data, type HeadersFunction, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { counted } from '~/platform/text'
import { pageMeta } from '~/ui/page-meta'
import { mayOpen, Only, useRights } from '../areas'
import { agoWords, momentWords } from '../dates'
import { atDesk, read } from '../desk.server'
import { deskPage } from '../desk-page'

export const { handle } = deskPage('Today')

/** The tab says how much waits, so that somebody who works in another one sees it. */
export const meta: MetaFunction<typeof loader> = ({ data: found }) => {
  const waiting = Object.values(found?.today ?? {}).reduce((sum, { count }) => sum + count, 0)
  return pageMeta(waiting > 0 ? `Today (${waiting})` : 'Today', { hidden: true })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** After how many seconds the page renews itself, where somebody has asked for it (WCAG 2.2.1). */
const RENEWED_AFTER = 60

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
type Waiting = z.infer<typeof waitingSchema>
/** Without what isn't one's own. */
const todaySchema = z.partialRecord(z.enum(ENTRIES.map(([name]) => name)), waitingSchema)

/** What may be wrong with the shop itself (database function `desk_troubles`), in words, with the list of it. */
const TROUBLES = [
  ['orders', ({ since }: Waiting) => `Nobody has ordered since ${since}. Please try to order something.`, '/'],
  ['timers', ({ since }: Waiting) => `The timers don’t run: orders should have lapsed since ${since}.`, null],
  [
    'couriers',
    ({ count }: Waiting) => `The courier doesn’t answer about ${counted(count, 'parcel')}.`,
    '/desk/couriers?list=waiting',
  ],
  ['mails_late', ({ count }: Waiting) => `Late: ${counted(count, 'mail')} about orders.`, '/desk/orders?task=mails'],
  [
    'mails_given_up',
    ({ count }: Waiting) => `Given up within a day: ${counted(count, 'mail')} about orders.`,
    '/desk/orders?task=mails',
  ],
  ['backup', ({ since }: Waiting) => `The newest backup is of ${since}.`, null],
] as const

const troublesSchema = z.partialRecord(z.enum(TROUBLES.map(([name]) => name)), waitingSchema)

export const loader = atDesk(async ({ db, request }) => {
  const isRenewed = new URL(request.url).searchParams.has('renew')
  const [today, troubles] = await Promise.all([
    read(db, 'desk_today', {}, todaySchema),
    read(db, 'desk_troubles', {}, troublesSchema),
  ])
  const headers: HeadersInit = isRenewed ? { Refresh: String(RENEWED_AFTER) } : {}
  return data({ today, troubles, isRenewed, now: Date.now() }, { headers })
})

export default function Today() {
  const { today, troubles, isRenewed, now } = useLoaderData<typeof loader>()
  const counts = ENTRIES.flatMap(([name, title, url]) => {
    const found = today[name]
    return found ? [{ name, title, url, ...found }] : []
  })
  const [waiting, done] = [counts.filter(({ count }) => count > 0), counts.filter(({ count }) => count === 0)]
  return (
    <>
      <h1>Today</h1>
      <Troubles troubles={troubles} />
      {waiting.length === 0 ? <p>Nothing waits for you.</p> : null}
      <ul className="desk-today">
        {waiting.map(({ name, title, url, count, since }) => (
          <li key={name}>
            <a href={url}>
              <b className="desk-count">{count}</b> {title}
              <Since moment={since} now={now} />
            </a>
          </li>
        ))}
      </ul>
      {done.length === 0 ? null : (
        <ul className="desk-done" aria-label="Nothing waits here">
          {done.map(({ name, title, url }) => (
            <li key={name}>
              <a href={url}>0 {title}</a>
            </li>
          ))}
        </ul>
      )}
      <p className="desk-buttons">
        {isRenewed ? (
          <a href="/desk">Stop renewing this page</a>
        ) : (
          <a href="/desk?renew">Renew this page each minute</a>
        )}
        <Only areas={['orders']}>
          <a href="/desk/listening">Hearing of new orders</a>
        </Only>
      </p>
    </>
  )
}

function Troubles({ troubles }: { troubles: z.infer<typeof troublesSchema> }) {
  const rights = useRights()
  const found = TROUBLES.flatMap(([name, words, to]) => {
    const trouble = troubles[name]
    return trouble
      ? [{ name, words: words({ ...trouble, since: trouble.since && momentWords(trouble.since) }), to }]
      : []
  })
  if (found.length === 0) return null
  return (
    <section className="notice stack" aria-labelledby="troubles">
      <h2 id="troubles">Something is wrong</h2>
      <ul>
        {found.map(({ name, words, to }) => (
          <li key={name}>
            {to && mayOpen(rights, to.replace(/\?.*/, '')) ? (
              <a href={to}>{words}</a>
            ) : (
              `${words} Please tell whoever runs the server.`
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Since({ moment, now }: { moment: string | null; now: number }) {
  return moment ? <span className="muted small">oldest {agoWords(moment, now)}</span> : null
}
