import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel'
import type { Settings } from '../env.server'
import { MAX_MULTIPART_BYTES } from './post/read-body.server'

/** Concurrent uploads: bodies with files may take 64 MB of memory. */
const MAX_UPLOADS = Math.floor((64 * 1024 * 1024) / MAX_MULTIPART_BYTES)

/** No slot is free and the queue is full. */
export class NoSlot extends Error {
  override name = 'NoSlot'
}

/** Limits concurrent work (bulkhead), in total and for one network (`networkOf`). The queue is as long as there are slots. */
export class Slots {
  #all: BulkheadPolicy
  #perAddress: number
  #addresses = new Map<string, { slots: BulkheadPolicy; users: number }>()

  /** `atOnce` is the number of slots and the length of the queue; `perAddress` is the share of one network. */
  constructor(atOnce: number, perAddress: number) {
    this.#all = bulkhead(atOnce, atOnce)
    this.#perAddress = perAddress
  }

  /** The number of slots in use. */
  get running(): number {
    return this.#all.executionSlots
  }

  /** Runs `work` in a slot. Throws NoSlot if there is none. */
  async run<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
    const share = this.#addresses.get(address) ?? { slots: bulkhead(this.#perAddress, this.#perAddress), users: 0 }
    this.#addresses.set(address, share)
    share.users += 1
    try {
      return await share.slots.execute(() => this.#all.execute(work))
    } catch (error) {
      throw isBulkheadRejectedError(error) ? new NoSlot('No slot is free.', { cause: error }) : error
    } finally {
      share.users -= 1
      if (share.users === 0) this.#addresses.delete(address)
    }
  }
}

/** Opens the slots of the process, by what takes them. Resizing a picture has a separate limit (images.server.ts). */
export function openSlots(settings: Settings): Record<'pages' | 'pictures' | 'uploads', Slots> {
  return {
    pages: new Slots(settings.MAX_RENDERS, settings.MAX_RENDERS_PER_ADDRESS),
    pictures: new Slots(64, 32),
    uploads: new Slots(MAX_UPLOADS, Math.ceil(MAX_UPLOADS / 2)),
  }
}
