import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { describeError } from '~/platform/log.server'
import { suggest } from './catalog.server'

/** Suggestions for the search box, as data. An outage shows none. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const wait = context.limits.take('suggestions', context.clientAddress)
  if (wait !== null) return data({ term, suggestions: [] }, { status: 429, headers: { 'Retry-After': String(wait) } })
  const suggestions = await suggest(context, term).catch((error: unknown) => {
    context.log.warn({ event: 'no suggestions', requestId: context.requestId, ...describeError(error) })
    return []
  })
  return data({ term, suggestions }, { headers: { 'Cache-Control': 'public, max-age=60' } })
}
