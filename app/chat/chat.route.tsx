import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireShopper } from '~/platform/context.server'
import { pageMeta } from '~/ui/page-meta'

export const meta = () => pageMeta('Customer Support', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(context, request)
  return { email: context.settings.SUPPORT_EMAIL }
}

export default function Chat() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Customer Support</h1>
      <p>
        Write to us at{' '}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        .
      </p>
    </>
  )
}
