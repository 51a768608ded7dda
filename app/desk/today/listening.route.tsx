import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { publicPushKey } from '~/platform/web-push.server'
import { whole } from '~/platform/whole-number.schema'
import { momentWords } from '../dates'
import { atDesk, byIntent, change, read, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { choice, tick } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { tick as ticked } from '../form/form-fields'
import type { Options } from '../form/choice-field'
import { LostRefusal } from '../form/posted-form'
import { Panel } from '../panel'
import { browserName } from './browser-name'
import { ThisBrowser } from './this-browser.area'

const PAGE = '/desk/listening'

export const { handle, headers, meta } = deskPage('Hearing of new orders', { hasAreas: true })

const hour = whole(0, 23, 'Please choose an hour.')
const hoursSchema = z.object({ by_mail: ticked, from: hour, until: hour })

/** A browser's subscription, which its push service has made. */
const browserSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1_000),
  p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
})
const removalSchema = z.object({ id: z.guid() })

/** Hours of the day in Karachi. */
const listeningSchema = z.object({
  by_mail: z.boolean(),
  from: z.number(),
  until: z.number(),
  browsers: z.array(z.object({ id: z.guid(), name: z.string(), made_at: z.string(), problem: z.string().nullable() })),
})

export const loader = atDesk(async ({ context, db, operator }) => ({
  email: operator.email,
  pushKey: publicPushKey(context.settings),
  ...(await read(db, 'desk_listening', {}, listeningSchema)),
}))

export const action = atDesk(({ context, request, db }) =>
  byIntent(context, PAGE, {
    hours: () =>
      submit(
        context,
        hoursSchema,
        (hours) => change(db, 'desk_listen', hours),
        ({ by_mail: byMail }) => [
          '/desk',
          byMail ? 'You are mailed about new orders.' : 'You aren’t mailed about new orders.',
        ],
      ),
    'add-browser': () =>
      submit(
        context,
        browserSchema,
        (browser) => change(db, 'desk_add_browser', { ...browser, name: nameOf(request) }),
        () => [PAGE, `${nameOf(request)} tells you of new orders.`],
      ),
    'remove-browser': () =>
      submit(
        context,
        removalSchema,
        (removed) => change(db, 'desk_remove_browser', removed),
        () => [PAGE, 'The browser is removed.'],
      ),
  }),
)

const nameOf = (request: Request) => browserName(request.headers.get('user-agent') ?? '')

const HOURS: Options = Array.from({ length: 24 }, (_, at) => [String(at), `${String(at).padStart(2, '0')}:00`])

export default function Listening() {
  const { email, pushKey, by_mail: byMail, from, until, browsers } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Hearing of new orders</h1>
      <LostRefusal intents={['add-browser', 'remove-browser']} />
      <EditForm
        id="listening"
        schema={hoursSchema}
        look="narrow"
        fields={[
          tick('by_mail', `Mail ${email} about each order that shoppers place`, byMail),
          [choice('from', 'From', HOURS, String(from)), choice('until', 'Until', HOURS, String(until))],
        ]}
        intent="hours"
        button="Save"
      />
      <p className="muted small">
        Times of Pakistan{pushKey === null ? '' : ', also for browsers'}. What comes at other hours is told at the first
        of them, unless it is cancelled by then. The same hour twice is the whole day. Cash orders are told when they
        are placed, others when they are paid.
      </p>
      {pushKey === null ? null : <Browsers pushKey={pushKey} browsers={browsers} />}
    </>
  )
}

interface BrowsersProps {
  pushKey: string
  browsers: z.infer<typeof listeningSchema>['browsers']
}

function Browsers({ pushKey, browsers }: BrowsersProps) {
  return (
    <Panel id="browsers" title="Browsers" className="panel stack desk-narrow">
      <p>
        {browsers.length === 0 ? 'No browser tells you of orders. One that does' : 'A browser that tells you of orders'}{' '}
        shows their number and sum, also while the desk is closed and after you have signed out.
      </p>
      <ul className="stack">
        {browsers.map(({ id, name, made_at: madeAt, problem }) => (
          <li key={id}>
            <form method="post" className="desk-buttons" aria-label={`${name}, since ${momentWords(madeAt)}`}>
              <input type="hidden" name="id" value={id} />
              <span>
                {name} <span className="muted small">since {momentWords(madeAt)}</span>
              </span>
              <button className="button button-outline" name="intent" value="remove-browser">
                Remove
              </button>
            </form>
            {problem ? <p className="small">It wasn’t told of the last order: {problem}</p> : null}
          </li>
        ))}
      </ul>
      <ThisBrowser pushKey={pushKey} />
    </Panel>
  )
}
