import { m } from '~/language/messages'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/ui/page-handle'
import { contentMeta, ContentPage } from './content-page'
import { readPage } from './content.server'

export const handle: PageHandle = { styles: ['content'], cachedBy: [] }

export const meta: MetaFunction<typeof loader> = (page) => contentMeta(page, m.content_returns(), '/help/returns')

export async function loader({ context }: LoaderFunctionArgs) {
  return { page: await readPage(context, 'returns') }
}

export default function Returns() {
  const { page } = useLoaderData<typeof loader>()
  return <ContentPage page={page} name={m.content_how_returns_work()} />
}
