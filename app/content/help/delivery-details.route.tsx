import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { trackingUrl } from '~/orders/order'
import { trackOrder } from '~/orders/tracking/track-order.server'
import { trackOrderSchema } from '~/orders/tracking/track-order.schema'
import { TrackedOrder } from '~/orders/tracking/tracked-order'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { attempt } from '~/platform/attempt.server'
import { keyOf } from '~/platform/rate-limits.server'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable } from '../content-page'
import { ContentTabs } from './content-tabs'
import { questionsAbout, readPage } from '../content.server'
import { PageText } from '../page-text'
import { TRACKINGS } from '../limits.server'
import { Questions } from './questions'
import { StillAsking } from './still-asking'
import { selectedTab, tabLinks, type Tab } from './tab-choice'
import { TrackingForm } from './tracking-form'

export const handle: PageHandle = { styles: ['content', 'forms', 'profile'], cachedBy: ['tab'] }

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = (page: PageArgs) =>
  pageMeta('Delivery Details', {
    description: 'How long a parcel takes, what it costs, and where yours is.',
    shared: { page, path: '/help/delivery-details' },
  })

const PATH = '/help/delivery-details'
const TABS: readonly [Tab, ...Tab[]] = [
  { key: 'domestic', name: 'Domestic Shipping', slug: 'delivery-details' },
  { key: 'international', name: 'International Shipping', slug: 'delivery-international' },
  { key: 'tracking', name: 'Order Tracking', slug: 'delivery-tracking' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const tab = selectedTab(TABS, request.url)
  const [page, questions, contact] = await Promise.all([
    readPage(context, tab.slug),
    questionsAbout(context, 'manage-deliveries'),
    readContactInfo(context),
  ])
  return {
    tab: tab.key,
    page,
    questions,
    contact,
  }
}

/** Tracks an order. It is a post, so that the number and the e-mail address don't get into a URL. */
export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, trackOrderSchema)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take(TRACKINGS, keyOf.network(context))
  if (wait !== null) return tooMany(form, wait)
  const { number, contact } = form.value
  const tracked = await attempt(context, 'order not tracked', async () => ({
    order: await trackOrder(context, number, contact),
  }))
  if (!tracked) return refused(form, 'We can’t look orders up right now. Please try again in a moment.', 503)
  const { order } = tracked
  if (!order) return refused(form, 'We found no order with this number and this e-mail or phone.', 404)
  const courierUrl = trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number)
  return { form: form.reply, order, courierUrl }
}

export default function DeliveryDetails() {
  const { tab, page, questions, contact } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if (!page) return <ContentUnavailable name="the delivery details" />
  return (
    <ContentTabs title="Delivery Details" label="Delivery details" tabs={tabLinks(TABS, tab, PATH)}>
      <div className="beside">
        <div>
          {tab === 'tracking' ? <TrackingForm action={`${PATH}?tab=tracking`} reply={actionData?.form} /> : null}
          {actionData && 'order' in actionData ? (
            <TrackedOrder order={actionData.order} trackingUrl={actionData.courierUrl} />
          ) : null}
          <PageText page={page} />
        </div>
        <div>
          {questions.length > 0 ? (
            <section aria-labelledby="delivery-questions">
              <h2 id="delivery-questions">Questions about deliveries</h2>
              <Questions questions={questions} />
            </section>
          ) : null}
          <StillAsking title="Something else?" contact={contact} mailWords="Contact Support" />
        </div>
      </div>
    </ContentTabs>
  )
}
