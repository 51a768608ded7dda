import { totalmem } from 'node:os'

/**
 * Flags that keep the shop's process within 256 MB (measured in docs/operations.md): a small young generation and a bounded heap.
 * With SERVER_ENVIRONMENT, the allocator uses few arenas and returns large blocks at once. Both are read only at process start, so
 * the process can't set them itself; the image sets its own environment.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=128']

/** For glibc's allocator; others ignore it. */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const MEGABYTE = 2 ** 20
/** The heap's share of a memory limit; the rest is for buffers, pictures, Node and the young generation. */
const HEAP_SHARE = 0.45
const MIN_HEAP = 96
const MAX_HEAP = 1024
const HEAP_FLAG = '--max-old-space-size'

/** Returns the flags for a memory limit in bytes; null means no limit. */
export function flagsWithin(limit: number | null): string[] {
  if (limit === null) return SERVER_FLAGS
  const share = Math.floor((limit / MEGABYTE) * HEAP_SHARE)
  const heap = Math.min(Math.max(share, MIN_HEAP), MAX_HEAP)
  return SERVER_FLAGS.map((flag) => (flag.startsWith(HEAP_FLAG) ? `${HEAP_FLAG}=${heap}` : flag))
}

/** Returns the memory limit of this process's control group in bytes; null if there is none. */
export function memoryLimit(constrained = process.constrainedMemory(), total = totalmem()): number | null {
  return constrained > 0 && constrained < total ? constrained : null
}
