import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Notice } from '~/ui/progress/notice'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { INVALID_LINK, LinkForm } from './link-form'
import { readLink } from './subscription-link.server'
import { confirmSubscription } from './subscription.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta('Confirm the newsletter', { hidden: true })

/** Opening the link changes nothing, since mail scanners follow links. The button does. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return { link: readLink(context.settings, 'confirm', Object.fromEntries(new URL(request.url).searchParams)) }
}

export async function action({ context }: ActionFunctionArgs) {
  const link = readLink(context.settings, 'confirm', Object.fromEntries(context.form))
  if (!link || !(await confirmSubscription(context, link.subscription))) {
    return data({ problem: link ? 'You have ended the newsletter. Please subscribe again.' : INVALID_LINK }, 400)
  }
  return context.flashes.success('/', 'Thank you. You get our letters from now on.')
}

export default function ConfirmNewsletter() {
  const { link } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const problem = actionData && 'problem' in actionData ? actionData.problem : null
  return (
    <LinkForm
      title="Our newsletter"
      text="We write about new arrivals and sale days, if this address is yours and you want it."
      link={link}
      button="Yes, send me letters"
      busy="Confirming…"
      done={problem ? <Notice type="error">{problem}</Notice> : undefined}
    />
  )
}
