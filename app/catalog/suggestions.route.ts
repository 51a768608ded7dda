import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { orNull } from '~/platform/or-null.server'
import { suggest } from './catalog.server'

/** Suggestions for the search box, as data. An outage shows none. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const wait = context.limits.take('suggestions', context.clientAddress)
  if (wait !== null) return data({ term, suggestions: [] }, { status: 429, headers: { 'Retry-After': String(wait) } })
  const suggestions = (await orNull(context, 'no suggestions', suggest(context, term))) ?? []
  return data({ term, suggestions }, { headers: { 'Cache-Control': 'public, max-age=60' } })
}
