import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Notice } from '~/ui/progress/notice'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { INVALID_LINK, LinkForm } from './link-form'
import { readLink } from './subscription-link.server'
import { endSubscription } from './subscription.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta('No more letters', { hidden: true })

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
      title="No more letters"
      text="We forget your address and send you no newsletter."
      link={link}
      button="End the newsletter"
      busy="Ending…"
      done={
        actionData ? (
          <Notice type={actionData.isEnded ? 'success' : 'error'}>
            {actionData.isEnded ? 'Done. You get no more letters from us.' : INVALID_LINK}
          </Notice>
        ) : undefined
      }
    />
  )
}
