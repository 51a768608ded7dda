import fc from 'fast-check'
import { anyRequest } from './generators.ts'
import type { FuzzRequest } from './request.ts'
import { patternOf } from './routes.ts'
import { Sender, type Outcome } from './send.ts'
import type { FuzzShop } from './shop.ts'
import { wronglyStored } from './stored.ts'

export interface FuzzReport {
  statuses: string[]
  /** What went wrong, with the request. */
  failures: string[]
  stored: string[]
}

const CONNECTIONS = 8

/** Sends generated requests to a shop, the same ones for a seed. */
export async function fuzz(
  shop: FuzzShop,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const since = new Date().toISOString()
  const cookieNames = [...new Set(shop.people.flatMap((cookies) => [...cookies.keys()]))]
  const all = fc.sample(anyRequest(shop.vocabulary, shop.people.length, cookieNames), { seed, numRuns: requests })
  const sender = new Sender(shop, CONNECTIONS)
  const statuses = new Set<string>()
  const failures: string[] = []
  const lane = async () => {
    for (let request = all.shift(); request && isRunning(shop); request = all.shift()) {
      const outcome = await sender.send(request)
      statuses.add(String(outcome.status))
      const problem = problemOf(outcome)
      if (problem) failures.push(`${problem}: ${labelOf(request)} ${JSON.stringify(request).slice(0, 2_000)}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  await sender.close()
  return { statuses: [...statuses], failures, stored: [...new Set(await wronglyStored(shop.backend, since))] }
}

/** Returns whether the process has neither exited nor been killed. */
export function isRunning({ process }: FuzzShop): boolean {
  return process.exitCode === null && process.signalCode === null
}

function problemOf({ status, trouble, retryAfter }: Outcome): string | null {
  if (status >= 500 && !(status === 503 && retryAfter) && status !== 501 && status !== 505) return `status ${status}`
  const isAnswered = status > 0 || trouble === 'not sent' || trouble === 'closed early' || trouble === 'closed'
  return isAnswered ? null : `no response: ${trouble}`
}

/** Returns a request's name in the report: method and route, without values. */
function labelOf({ method, target, body }: FuzzRequest): string {
  if (body.kind === 'wire') return `wire ${body.lines[0]?.slice(0, 40)}`
  return `${method} ${patternOf(target.split('?')[0] ?? '')}${body.kind === 'none' ? '' : ` ${body.kind}`}`
}
