import { Resolver } from 'node:dns/promises'
import type { BlockList } from 'node:net'
import { describeError, type Log } from '~/platform/log.server'
import { MINUTE, SECOND } from '~/platform/time'
import { isListed, listAddresses } from './address-list'

/** The senders of notifications by PayFast's documentation. */
const HOSTS = ['www.payfast.co.za', 'sandbox.payfast.co.za', 'w1w.payfast.co.za', 'w2w.payfast.co.za']
const RESOLVED_FOR = 10 * MINUTE
/** Retry sooner after a failure. */
const RETRIED_AFTER = 30 * SECOND

type Resolve = (host: string) => Promise<string[]>

interface Options {
  resolve?: Resolve
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** The IP addresses that PayFast's notifications come from: configured ones, else those of its hosts. */
export class PayfastSources {
  #configured: BlockList | undefined
  #log: Log
  #resolve: Resolve
  #now: () => number
  /** The last known addresses of each host. */
  #addresses = new Map<string, string[]>()
  #resolvedUntil = -Infinity
  #resolving: Promise<void> | undefined

  /** `configured` is a comma-separated list of addresses and CIDR ranges that replaces the hosts. */
  constructor(
    configured: string | undefined,
    log: Log,
    { resolve = resolveHost, now = () => performance.now() }: Options = {},
  ) {
    this.#configured = configured === undefined ? undefined : listAddresses(configured.split(','))
    this.#log = log
    this.#resolve = resolve
    this.#now = now
  }

  /** Returns whether an address is PayFast's, or null if no host has ever been resolved. */
  async isKnown(address: string): Promise<boolean | null> {
    const list = this.#configured ?? (await this.#resolved())
    return list && isListed(list, address)
  }

  async #resolved(): Promise<BlockList | null> {
    if (this.#now() >= this.#resolvedUntil) {
      this.#resolving ??= this.#resolveAll().finally(() => (this.#resolving = undefined))
      await this.#resolving
    }
    return this.#addresses.size > 0 ? listAddresses([...this.#addresses.values()].flat()) : null
  }

  /** A host that can't be resolved keeps its last addresses. */
  async #resolveAll(): Promise<void> {
    const results = await Promise.allSettled(HOSTS.map((host) => this.#resolve(host)))
    results.forEach((result, index) => {
      const host = HOSTS[index] ?? ''
      if (result.status === 'fulfilled' && result.value.length > 0) this.#addresses.set(host, result.value)
      else this.#log.error({ event: 'provider not resolved', host, ...describeFailure(result) })
    })
    const areAllResolved = results.every((result) => result.status === 'fulfilled' && result.value.length > 0)
    this.#resolvedUntil = this.#now() + (areAllResolved ? RESOLVED_FOR : RETRIED_AFTER)
  }
}

function describeFailure(result: PromiseSettledResult<string[]>): Record<string, unknown> {
  return result.status === 'rejected' ? describeError(result.reason) : {}
}

/** Queries DNS directly: `lookup` has no timeout and blocks a thread of libuv's pool. */
async function resolveHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
