import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { missingStatus } from '~/catalog/former-names.server'
import { NotFound } from '~/catalog/not-found'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { contentMeta, ContentPage } from './content-page'
import { findPage } from './content.server'

export const handle: PageHandle = { styles: ['content'], cachedBy: [] }

export const meta: MetaFunction<typeof loader> = (page) =>
  page.data?.page
    ? contentMeta(page, page.data.page.title, page.location.pathname)
    : pageMeta(m.shell_page_not_found(), { hidden: true })

/** A page that an operator has added, with a footer link, and that has no other route (A2). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { slug = '' } = params
  const [, section] = new URL(request.url).pathname.split('/')
  const page = await findPage(context, slug)
  const status = page ? 200 : await missingStatus(context, request, 'page', slug, (newest) => `/${section}/${newest}`)
  return data({ page }, { status })
}

export default function WrittenPage() {
  const { page } = useLoaderData<typeof loader>()
  return page ? <ContentPage page={page} name={page.title} /> : <NotFound />
}
