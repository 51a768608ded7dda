import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/ui/page-handle'
import type { PageArgs } from '~/ui/page-meta'
import { faqMeta, FaqPage } from './faq-page'
import { respondWithFaq, type Faq } from './faq.server'

export const handle: PageHandle = { styles: ['content', 'forms'], cachedBy: ['category'], uncachedBy: ['q'] }

export const meta = (page: PageArgs & { data?: Faq; location: { pathname: string } }) => faqMeta(page.data, page)

export const loader = ({ request, context }: LoaderFunctionArgs) => respondWithFaq(context, request)

export default function FaqIndex() {
  return <FaqPage faq={useLoaderData<typeof loader>()} />
}
