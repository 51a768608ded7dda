import type { LoaderFunctionArgs } from '@remix-run/node'
import { attempt } from '~/platform/attempt.server'
import { RETRY_AFTER_SECONDS } from '~/platform/supabase/backend-fetch.server'
import { keyOf } from '~/platform/rate-limits.server'
import { readNames } from './names.server'
import { SUGGESTIONS } from './limits.server'
import { suggest, type Suggestion } from './suggestions.server'

/** How long a browser keeps suggestions, in seconds: with the pause between two checks of the catalogue it stays below ten (decision 128). */
const MAX_AGE = 4

/** The response for the search box: the search term and its suggestions. */
export interface Suggestions {
  term: string
  /** Null if they couldn't be loaded. */
  suggestions: Suggestion[] | null
}

/** Responds with suggestions as JSON. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const wait = await context.limits.take(SUGGESTIONS, keyOf.network(context))
  // A Response, since a resource route's `data()` loses its status.
  const respond = (suggestions: Suggestions['suggestions'], init: ResponseInit) =>
    Response.json({ term, suggestions } satisfies Suggestions, init)
  if (wait !== null) return respond(null, { status: 429, headers: { 'Retry-After': String(wait) } })
  await readNames(context)
  const suggestions = await attempt(context, 'no suggestions', () => suggest(context, term))
  if (!suggestions) return respond(null, { status: 503, headers: { 'Retry-After': RETRY_AFTER_SECONDS } })
  return respond(suggestions, { headers: { 'Cache-Control': `public, max-age=${MAX_AGE}` } })
}
