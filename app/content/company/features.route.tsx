import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentPage } from '../content-page'
import { readPage } from '../content.server'

export const handle: PageHandle = { styles: ['content'], cachedBy: [] }

export const meta = (page: PageArgs) => pageMeta('Features', { shared: { page, path: '/company/features' } })

export async function loader({ context }: LoaderFunctionArgs) {
  return { page: await readPage(context, 'features') }
}

export default function Features() {
  const { page } = useLoaderData<typeof loader>()
  return <ContentPage page={page} name="the features" picture="/pictures/banner-lace.webp" />
}
