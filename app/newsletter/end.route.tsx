import { m } from '~/language/messages'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Notice } from '~/ui/progress/notice'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { LinkForm } from './link-form'
import { readLink } from './subscription-link.server'
import { endSubscription } from './newsletter.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta(m.newsletter_end_title(), { hidden: true })

/** Opening the link changes nothing, since mail scanners follow links. The button does. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return { link: readLink(context.settings, 'end', Object.fromEntries(new URL(request.url).searchParams)) }
}

export async function action({ context }: ActionFunctionArgs) {
  const link = readLink(context.settings, 'end', Object.fromEntries(context.form))
  if (!link) return data({ isEnded: false }, 400)
  await endSubscription(context, link.subscription)
  return data({ isEnded: true })
}

export default function EndNewsletter() {
  const { link } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <LinkForm
      title={m.newsletter_end_title()}
      text={m.newsletter_end_text()}
      link={link}
      button={m.newsletter_end()}
      busy={m.newsletter_ending()}
      done={
        actionData ? (
          <Notice type={actionData.isEnded ? 'success' : 'error'}>
            {actionData.isEnded ? m.newsletter_ended() : m.newsletter_link_incomplete()}
          </Notice>
        ) : undefined
      }
    />
  )
}
