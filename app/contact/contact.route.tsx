import { m } from '~/language/messages'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { attempt } from '~/platform/attempt.server'
import { keyOf } from '~/platform/rate-limits.server'
import { SECOND } from '~/platform/time'
import { Breadcrumb } from '~/ui/breadcrumb'
import { VisuallyHidden } from '~/ui/icon'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { contactSchema, MISSING } from './contact.schema'
import { listSocialLinks, sendMessage, type SocialLink } from './contact.server'
import { callUrl, whatsappUrl, type ContactInfo } from './contact-info'
import { readContactInfo } from './contact-info.server'
import { CONTACT_MESSAGES, CONTACT_MESSAGES_PER_NETWORK } from './limits.server'
import { Topics, type Topic } from './topics'
import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { FormToast } from '~/ui/form-toast.area'
import { PhoneField } from '~/phone/phone-field'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'

export const handle: PageHandle = {
  styles: ['content', 'forms'],
  toastDuration: 5 * SECOND,
  toastPosition: 'right',
  cachedBy: [],
}

/** Where most questions are answered already. */
const QUICKER = (): readonly Topic[] => [
  ['/help/delivery-details?tab=tracking', m.contact_tracking(), m.contact_tracking_text()],
  ['/help/returns', m.contact_returns(), m.contact_returns_text()],
  ['/size-finder', m.contact_size(), m.contact_size_text()],
  ['/faq', m.contact_faq(), m.contact_faq_text()],
]

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = (page: PageArgs) =>
  pageMeta(m.contact_contact(), {
    shared: { page, path: '/contact' },
    description: m.contact_description(),
  })

export async function loader({ context }: LoaderFunctionArgs) {
  const [info, social] = await Promise.all([readContactInfo(context), listSocialLinks(context)])
  return {
    info,
    social: social.filter(({ platform }) => hasIcon(platform)),
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, contactSchema)
  if (!form.ok) return invalid(form)
  // The limit by network is high, since carriers put thousands of people behind one address.
  const wait =
    (await context.limits.take(CONTACT_MESSAGES, keyOf.all(keyOf.email(form.value.email), keyOf.network(context)))) ??
    (await context.limits.take(CONTACT_MESSAGES_PER_NETWORK, keyOf.network(context)))
  if (wait !== null) return tooMany(form, wait)
  const sent = await attempt(context, 'message not kept', () => sendMessage(context, form.value))
  if (sent === null) return refused(form, m.contact_failed(), 503)
  return context.flashes.success('/contact', m.contact_sent({ name: form.value.firstName }))
}

export default function Contact() {
  const { info, social } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.contact_home(), to: '/' }, { name: m.contact_contact() }]} />
      <h1 className="page-title">{m.contact_title()}</h1>
      <p className="muted only-phone">{m.contact_any_question()}</p>
      <div className="contact">
        <InfoPanel info={info} social={social} />
        <section className="panel stack" aria-labelledby="get-in-touch">
          <h2 id="get-in-touch">{m.contact_get_in_touch()}</h2>
          <ContactForm reply={reply} />
        </section>
        <nav aria-labelledby="quicker-title">
          <h2 id="quicker-title">{m.contact_perhaps_quicker()}</h2>
          <Topics topics={QUICKER()} />
        </nav>
      </div>
    </div>
  )
}

function InfoPanel({ info, social }: { info: ContactInfo; social: SocialLink[] }) {
  return (
    <section className="contact-info" aria-labelledby="contact-information">
      <h2 id="contact-information">{m.contact_information()}</h2>
      <p>
        <a className="link" href="/profile/chat-support">
          {m.contact_live_chat()}
        </a>
      </p>
      <ContactWays info={info} />
      {social.length > 0 ? (
        <ul className="social">
          {social.map(({ platform, url }) => (
            <li key={platform}>
              <a className="icon-button" href={url} rel="noopener">
                <SocialIcon platform={platform} />
                <VisuallyHidden>{NAMES[platform.toLowerCase()]?.()}</VisuallyHidden>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function ContactWays({ info: { phone, whatsapp, email, address, hours } }: { info: ContactInfo }) {
  const ways: Record<string, ReactNode> = {
    [m.contact_phone()]: phone && <a href={callUrl(phone)}>{phone}</a>,
    [m.contact_whatsapp()]: whatsapp && (
      <a href={whatsappUrl(whatsapp)} rel="noopener" dir="ltr">
        {whatsapp}
      </a>
    ),
    [m.contact_hours()]: hours,
    [m.contact_email()]: email && <a href={`mailto:${email}`}>{email}</a>,
    [m.contact_address()]: address,
  }
  const known = Object.entries(ways).filter(([, value]) => value)
  if (known.length === 0) return <p>{m.contact_only_form()}</p>
  return (
    <dl>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The durations of toasts in milliseconds (CO-20, CO-30). */
const MISSING_TOAST_MS = 4_000
const FAILURE_TOAST_MS = 5_000

/** The contact form. Its errors are at the fields, above the form and, with scripts, in a toast; those two say once what is missing. */
function ContactForm({ reply }: { reply?: SubmissionResult }) {
  const form = useShopForm('contact', contactSchema, reply)
  const missing = new Set<string>(Object.values(MISSING).map((words) => words()))
  const problems = form.problems.map((one) =>
    missing.has(one.message) ? { ...one, message: m.contact_missing() } : one,
  )
  const problem = problems[0]?.message
  return (
    <form className="stack" action="/contact" {...form.props} data-pending={m.contact_sending_message()}>
      <ErrorSummary form={{ problems }} />
      {problem ? (
        <FormToast message={problem} duration={problem === m.contact_missing() ? MISSING_TOAST_MS : FAILURE_TOAST_MS} />
      ) : null}
      <div className="fields">
        <Field field={form.field('firstName')} label={m.contact_first_name()} autoComplete="given-name" />
        <Field field={form.field('lastName')} label={m.contact_last_name()} autoComplete="family-name" />
        <Field field={form.field('email')} label={m.contact_email()} type="email" autoComplete="email" whole />
        <PhoneField
          field={form.field('phone')}
          country={form.field('phoneCountry')}
          label={m.contact_phone_optional()}
        />
        <Field field={form.field('subject')} label={m.contact_subject()} autoComplete="off" whole />
        <TextArea field={form.field('message')} label={m.contact_message()} />
      </div>
      <SubmitButton className="button button-wide" busy={m.contact_sending()}>
        {m.contact_send()}
      </SubmitButton>
    </form>
  )
}

const NAMES: Record<string, () => string> = {
  twitter: m.contact_x,
  instagram: m.contact_instagram,
  discord: m.contact_discord,
}

const PATHS: Record<string, string> = {
  twitter: 'm4 4 11.700 16H20L8.300 4ZM4 20l6.800-6.800M13.200 10.800 20 4',
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17 7v.01',
  discord:
    'M8 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0Zm6 0a1 1 0 1 0 2 0 1 1 0 0 0-2 0Zm1.500 5c0 1 1.500 3 2 3 1.500 0 2.800-1.700 3.500-3 .7-1.700.5-5.800-1.500-11.500C18 4.500 16.500 4.200 15 4l-1 1.900a12 12 0 0 0-4 0L9 4c-1.500.2-3 .5-4.500 1.500C2.500 11.200 2.300 15.300 3 17c.7 1.300 2 3 3.500 3 .5 0 2-2 2-3M7 16.500c3.500 1 6.500 1 10 0',
}

/** Whether a platform has an icon (CO-07, CO-08, CO-09). Others are not shown. */
function hasIcon(platform: string): boolean {
  return platform.toLowerCase() in PATHS
}

function SocialIcon({ platform }: { platform: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[platform.toLowerCase()]} />
    </svg>
  )
}
