import { setTimeout as pause } from 'node:timers/promises'
import { startRoundRobin, type RoundRobin } from '../support/round-robin.ts'

const POLLED_EVERY = 250

/** A round-robin that leaves out processes which say that they aren't ready. */
export interface Balancer extends RoundRobin {
  /** Leads to these from now on, as long as they are ready. */
  use: (urls: () => string[]) => void
}

export async function startBalancer(): Promise<Balancer> {
  const inRotation: string[] = []
  const ready = new Map<string, boolean>()
  let all = (): string[] => []
  const closing = new AbortController()
  const robin = await startRoundRobin(inRotation)
  const rotate = () => {
    const usable = all().filter((url) => ready.get(url))
    // With nobody ready, trying is better than refusing.
    inRotation.splice(0, inRotation.length, ...(usable.length > 0 ? usable : all()))
  }
  // Each by itself, so that a slow one doesn't hide that another has gone.
  const watch = async (url: string) => {
    ready.set(url, false)
    while (!closing.signal.aborted && all().includes(url)) {
      ready.set(url, await isReady(url))
      rotate()
      await pause(POLLED_EVERY)
    }
    ready.delete(url)
  }
  const watchNew = () => {
    for (const url of all()) if (!ready.has(url)) void watch(url)
  }
  const timer = setInterval(watchNew, POLLED_EVERY)
  return {
    ...robin,
    use(urls) {
      all = urls
      watchNew()
      rotate()
    },
    async close() {
      closing.abort()
      clearInterval(timer)
      await robin.close()
    },
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
}
