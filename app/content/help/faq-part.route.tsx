import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { missingStatus } from '~/catalog/former-names.server'
import { NotFound } from '~/catalog/not-found'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { contentMeta, ContentPage } from '../content-page'
import { findPage, type Page } from '../content.server'
import { faqMeta, FaqPage } from './faq-page'
import { readFaq, type Faq } from './faq.server'

export const handle: PageHandle = { styles: ['content', 'forms'], cachedBy: [] }

interface Part {
  faq: Faq | null
  page: Page | null
}

export const meta = (page: PageArgs & { data?: Part; location: { pathname: string } }) => {
  const { pathname } = page.location
  if (page.data?.faq) return faqMeta(page.data.faq, page)
  return page.data?.page
    ? contentMeta({ ...page, data: { page: page.data.page } }, page.data.page.title, pathname)
    : pageMeta(m.shell_page_not_found(), { hidden: true })
}

/** A part of the FAQ that has no route of its own: the questions of a category (A5), or else a page that an operator has added (A2). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { slug = '' } = params
  const faq = await readFaq(context, request)
  if (!faq.isMissing) return data<Part>({ faq, page: null })
  const page = await findPage(context, slug)
  if (page) return data<Part>({ faq: null, page })
  const pathOf = (newest: string) => `/faq/${newest}`
  const statuses = [
    await missingStatus(context, request, 'question_category', slug, pathOf),
    await missingStatus(context, request, 'page', slug, pathOf),
  ]
  return data<Part>({ faq: null, page: null }, { status: Math.max(...statuses) })
}

export default function FaqPart() {
  const { faq, page } = useLoaderData<typeof loader>()
  if (faq) return <FaqPage faq={faq} />
  return page ? <ContentPage page={page} name={page.title} /> : <NotFound />
}
