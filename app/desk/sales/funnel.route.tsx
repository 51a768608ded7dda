import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { dateInPakistan } from '~/platform/time'
import { dateWords } from '../dates'
import { atDesk, read } from '../desk.server'
import { deskPage } from '../desk-page'
import { DayFilter, Filters } from '../list/filters'
import { Table } from '../list/table'
import { Panel } from '../panel'
import { Totals } from '../totals'
import { MAX_DAYS, parsePeriod } from './period'

export const { handle, meta } = deskPage('Funnel')

/** The steps from a product's page to a return, in their order. */
const STEPS = {
  viewed: 'Viewed',
  prefetched: 'Prefetched',
  in_cart: 'In the cart',
  checkout: 'Checkout',
  placed: 'Placed',
  confirmed: 'Confirmed',
  delivered: 'Delivered',
  returned: 'Returned',
} as const
type Step = keyof typeof STEPS
const STEP_NAMES = Object.keys(STEPS) as Step[]

const counts = z.record(z.enum(STEP_NAMES), z.number())
const daysSchema = z.array(z.object({ day: z.string() }).and(counts))

export const loader = atDesk(async ({ operator: { db }, request }) => {
  const period = parsePeriod(new URL(request.url).searchParams, dateInPakistan(new Date()))
  return { period, days: await read(db, 'desk_funnel', { ...period }, daysSchema) }
})

/** Returns how many of a step are in a later one: '12.5 %', or '–' of none. */
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

export default function FunnelPage() {
  const { period, days } = useLoaderData<typeof loader>()
  const total = (step: Step) => days.reduce((sum, day) => sum + day[step], 0)
  const columns = STEP_NAMES.map((step) => [STEPS[step], (row: (typeof days)[number]) => row[step]])
  return (
    <>
      <h1>Funnel</h1>
      <Filters action="/desk/funnel" name="Period">
        <DayFilter name="from" label="From" value={period.from} />
        <DayFilter name="until" label={`Until (at most ${MAX_DAYS} days)`} value={period.until} />
      </Filters>
      <Totals
        totals={{
          'Carts of views': share(total('in_cart'), total('viewed')),
          'Checkouts of carts': share(total('checkout'), total('in_cart')),
          'Orders of checkouts': share(total('placed'), total('checkout')),
          'Confirmed of placed': share(total('confirmed'), total('placed')),
          'Delivered of placed': share(total('delivered'), total('placed')),
          'Returned of delivered': share(total('returned'), total('delivered')),
        }}
      />
      <Panel id="by-day" title="By day">
        <Table
          name="Funnel by day"
          rows={days.map((day) => ({ ...day, key: day.day }))}
          columns={{
            Day: ({ day }) => dateWords(day),
            ...Object.fromEntries(columns),
            'Orders of views': ({ placed, viewed }) => share(placed, viewed),
          }}
          numbers={[...Object.values(STEPS), 'Orders of views']}
          hasHeads
          look="desk-figures"
        />
      </Panel>
      <p className="muted small">
        Counted by the shop’s own server, without cookies: these are pages, not people. Viewed counts each product’s
        page that a browser opens, also again, also by you; robots that say what they are don’t count, others do. Some
        browsers fetch a product’s page before somebody opens it, and don’t ask again: those are Prefetched, and real
        views lie between Viewed and both together. In the cart counts products as they are added, Checkout each time
        that it opens. Orders, also those that you enter, count on the day on which they were placed, with what became
        of them since. What a server counted in its last seconds is missing if it was killed.
      </p>
    </>
  )
}
