import type { Step } from './funnel-counts.server'

/** A request as Node's server has it: `rawHeaders` are alternating names and values. */
interface PageRequest {
  method?: string
  url?: string
  rawHeaders: readonly string[]
}

/** Browsers begin with Mozilla. Robots that don't want to be taken for people say so, with one of these words. */
const BROWSER = /^mozilla\//i
const ROBOT = /bot|crawl|spider|slurp|preview|externalhit|scan|monitor|lighthouse/i

/**
 * Returns the step of the funnel that a response with a product's page is, or null. Programs that call themselves browsers count as people,
 * and a reload is a view (decision 177).
 */
export function viewOf({ method, url = '', rawHeaders }: PageRequest, status: number): Step | null {
  if (method !== 'GET' || !url.startsWith('/product/') || (status !== 200 && status !== 304)) return null
  const agent = headerOf(rawHeaders, 'user-agent') ?? ''
  if (!BROWSER.test(agent) || ROBOT.test(agent)) return null
  if (headerOf(rawHeaders, 'sec-purpose')?.startsWith('prefetch')) return 'prefetched'
  // Choices in place fetch the page too. Older browsers don't send this header.
  return (headerOf(rawHeaders, 'sec-fetch-dest') ?? 'document') === 'document' ? 'viewed' : null
}

/** Reads one header. Node's own `headers` object is built of all, which takes longer than serving a cached page. */
function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const one = rawHeaders[index]
    if (one?.length === name.length && one.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}
