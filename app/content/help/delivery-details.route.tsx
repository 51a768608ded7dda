import { m } from '~/language/messages'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { trackingUrl } from '~/orders/order'
import { trackOrder } from '~/orders/tracking/track-order.server'
import { trackOrderSchema } from '~/orders/tracking/track-order.schema'
import { TrackedOrder } from '~/orders/tracking/tracking'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { attempt } from '~/platform/attempt.server'
import { keyOf } from '~/platform/rate-limits.server'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable } from '../content-page'
import { ContentTabs, selectedTab, tabLinks, type Tab } from './content-tabs'
import { questionsAbout, readPage, readPassage } from '../content.server'
import { PageText } from '../page-text'
import { TRACKINGS } from '../limits.server'
import { Questions } from './questions'
import { StillAsking } from './still-asking'
import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'

export const handle: PageHandle = { styles: ['content', 'forms', 'timeline'], cachedBy: ['tab'] }

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = (page: PageArgs) =>
  pageMeta(m.content_delivery_details(), {
    description: m.content_delivery_description(),
    shared: { page, path: '/help/delivery-details' },
  })

const PATH = '/help/delivery-details'
const TABS: readonly [Tab, ...Tab[]] = [
  { key: 'domestic', name: m.content_domestic_shipping, slug: 'delivery-details' },
  { key: 'international', name: m.content_international_shipping, slug: 'delivery-international' },
  { key: 'tracking', name: m.content_order_tracking, slug: 'delivery-tracking' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const tab = selectedTab(TABS, request.url)
  const [page, questions, contact] = await Promise.all([
    // Tracking is about its form.
    tab.key === 'tracking' ? readPassage(context, tab.slug) : readPage(context, tab.slug),
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
  if (!tracked) return refused(form, m.content_no_tracking_now(), 503)
  const { order } = tracked
  if (!order) return refused(form, m.content_no_such_order(), 404)
  const courierUrl = trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number)
  return { form: form.reply, order, courierUrl }
}

export default function DeliveryDetails() {
  const { tab, page, questions, contact } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if (!page && tab !== 'tracking') return <ContentUnavailable name={m.content_the_delivery_details()} />
  return (
    <ContentTabs
      title={m.content_delivery_details()}
      label={m.content_delivery_tabs()}
      tabs={tabLinks(TABS, tab, PATH)}
    >
      <div className="beside">
        <div>
          {tab === 'tracking' ? <TrackingForm action={`${PATH}?tab=tracking`} reply={actionData?.form} /> : null}
          {actionData && 'order' in actionData ? (
            <TrackedOrder order={actionData.order} trackingUrl={actionData.courierUrl} />
          ) : null}
          {page ? <PageText page={page} /> : null}
        </div>
        <div>
          {questions.length > 0 ? (
            <section aria-labelledby="delivery-questions">
              <h2 id="delivery-questions">{m.content_questions_about_deliveries()}</h2>
              <Questions questions={questions} />
            </section>
          ) : null}
          <StillAsking title={m.content_something_else()} contact={contact} mailWords={m.content_contact_support()} />
        </div>
      </div>
    </ContentTabs>
  )
}

/** The form that tracks an order by number and e-mail or phone (HP-25, HP-26). */
function TrackingForm({ action, reply }: { action: string; reply?: SubmissionResult }) {
  const form = useShopForm('track', trackOrderSchema, reply)
  return (
    <form className="panel stack tracking" action={action} {...form.props}>
      <ErrorSummary form={form} />
      <Field
        field={form.field('number')}
        label={m.content_number()}
        autoComplete="off"
        autoCapitalize="characters"
        hint={m.content_number_hint()}
      />
      <Field
        field={form.field('contact')}
        label={m.content_e_mail_or_phone()}
        autoComplete="email"
        autoCapitalize="none"
        hint={m.content_contact_hint()}
      />
      <SubmitButton className="button" busy={m.content_tracking()}>
        {m.content_track()}
      </SubmitButton>
    </form>
  )
}
