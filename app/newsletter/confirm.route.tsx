import { m } from '~/language/messages'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Notice } from '~/ui/progress/notice'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { LinkForm } from './link-form'
import { readLink } from './subscription-link.server'
import { confirmSubscription } from './newsletter.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta(m.newsletter_confirm_title(), { hidden: true })

/** Opening the link changes nothing, since mail scanners follow links. The button does. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return { link: readLink(context.settings, 'confirm', Object.fromEntries(new URL(request.url).searchParams)) }
}

export async function action({ context }: ActionFunctionArgs) {
  const link = readLink(context.settings, 'confirm', Object.fromEntries(context.form))
  if (!link || !(await confirmSubscription(context, link.subscription))) {
    return data({ problem: link ? m.newsletter_was_ended() : m.newsletter_link_incomplete() }, 400)
  }
  return context.flashes.success('/', m.newsletter_confirmed())
}

export default function ConfirmNewsletter() {
  const { link } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const problem = actionData && 'problem' in actionData ? actionData.problem : null
  return (
    <LinkForm
      title={m.newsletter_title()}
      text={m.newsletter_confirm_text()}
      link={link}
      button={m.newsletter_confirm()}
      busy={m.newsletter_confirming()}
      done={problem ? <Notice type="error">{problem}</Notice> : undefined}
    />
  )
}
