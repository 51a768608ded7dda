import { setTimeout as pause } from 'node:timers/promises'
import { startRoundRobin, type RoundRobin } from '../support/round-robin.ts'

const POLLED_EVERY = 250

type State = 'ready' | 'unready' | 'gone'

/** A round-robin balancer that skips processes that report unready. */
export interface Balancer extends RoundRobin {
  /** Sets the processes to use. */
  use: (urls: () => string[]) => void
}

export async function startBalancer(): Promise<Balancer> {
  const inRotation: string[] = []
  const states = new Map<string, State>()
  let all = (): string[] => []
  const closing = new AbortController()
  const robin = await startRoundRobin(inRotation)
  const rotate = () => {
    const ready = all().filter((url) => states.get(url) === 'ready')
    // If none is ready, trying one is better than refusing.
    const there = all().filter((url) => states.get(url) !== 'gone')
    inRotation.splice(0, inRotation.length, ...(ready.length > 0 ? ready : there.length > 0 ? there : all()))
  }
  // Checked separately, so that a slow process doesn't delay noticing that another has stopped.
  const watch = async (url: string) => {
    states.set(url, 'gone')
    while (!closing.signal.aborted && all().includes(url)) {
      states.set(url, await stateOf(url))
      rotate()
      await pause(POLLED_EVERY)
    }
    states.delete(url)
  }
  const watchNew = () => {
    for (const url of all()) if (!states.has(url)) void watch(url)
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

function stateOf(url: string): Promise<State> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok ? 'ready' : 'unready'
    },
    (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'unready' : 'gone'),
  )
}
