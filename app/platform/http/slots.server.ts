import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel'

/** Too much is going on: the request was not taken. */
export class NoSlot extends Error {
  override name = 'NoSlot'
}

/**
 * Slots for work that costs: so much at once, as much again waiting for a short time in turn, and no more than a share of
 * it for one network (an IPv4 address or an IPv6 /64). Work beyond that is refused with NoSlot.
 */
export class Slots {
  #all: BulkheadPolicy
  #perAddress: number
  #addresses = new Map<string, { slots: BulkheadPolicy; users: number }>()

  /** `atOnce` is how many run, and how many wait, at one time; `perAddress` is one address's share of each. */
  constructor(atOnce: number, perAddress: number) {
    this.#all = bulkhead(atOnce, atOnce)
    this.#perAddress = perAddress
  }

  /** How many run now. */
  get running(): number {
    return this.#all.executionSlots
  }

  /** Runs `work` in a slot. Throws NoSlot when there is none to be had, without having begun. */
  async run<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
    const own = this.#addresses.get(address) ?? { slots: bulkhead(this.#perAddress, this.#perAddress), users: 0 }
    this.#addresses.set(address, own)
    own.users += 1
    try {
      return await own.slots.execute(() => this.#all.execute(work))
    } catch (error) {
      throw isBulkheadRejectedError(error) ? new NoSlot('No slot is free.', { cause: error }) : error
    } finally {
      own.users -= 1
      if (own.users === 0) this.#addresses.delete(address)
    }
  }
}
