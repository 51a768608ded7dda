import type { LoaderFunctionArgs } from '@remix-run/node'
import { readLive } from '~/chat/live/live.server'
import { liveResponse } from '~/platform/http/response/live-response.server'
import { findOperator } from '../access/operator.server'
import { pageNumber } from '../list/list-address'
import { inboxSource } from './live/live-source.server'
import { talkFilter } from './talk-filters'

/** Returns a page of a list of conversations whenever it changes. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await findOperator(context, request)
  if (!operator) return liveResponse({ status: 401 })
  const { searchParams } = new URL(request.url)
  const [filter, page] = [talkFilter(searchParams), pageNumber(searchParams)]
  const source = inboxSource(operator, filter, page)
  return liveResponse(await readLive(context, request, () => Promise.resolve(source)))
}
