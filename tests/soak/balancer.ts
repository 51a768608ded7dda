import { startRoundRobin, type RoundRobin } from '../support/round-robin.ts'

const POLLED_EVERY = 250

/** A round-robin that leaves out processes which say that they aren't ready. */
export interface Balancer extends RoundRobin {
  /** Leads to these from now on, as long as they are ready. */
  use: (urls: () => string[]) => void
}

export async function startBalancer(): Promise<Balancer> {
  const inRotation: string[] = []
  let all = (): string[] => []
  const robin = await startRoundRobin(inRotation)
  const isReady = (url: string) =>
    fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
  const poll = async () => {
    const urls = all()
    const ready = await Promise.all(urls.map(isReady))
    const usable = urls.filter((_, place) => ready[place])
    // With nobody ready, trying is better than refusing.
    inRotation.splice(0, inRotation.length, ...(usable.length > 0 ? usable : urls))
  }
  const timer = setInterval(() => void poll(), POLLED_EVERY)
  return {
    ...robin,
    use(urls) {
      all = urls
      inRotation.splice(0, inRotation.length, ...urls())
    },
    async close() {
      clearInterval(timer)
      await robin.close()
    },
  }
}
