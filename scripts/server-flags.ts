import { totalmem } from 'node:os'

/**
 * How the shop's process is started so that a limit of 256 MB doesn't end it (docs/operations.md has the measurements): a small
 * young generation, a bounded heap, and an allocator that has few arenas and returns large blocks to the system at once.
 * All of it is read at start, so that the process can't set it itself; the image sets the same by its environment.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=128']

/** For glibc's allocator; others ignore it. */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const MEGABYTE = 2 ** 20
/** Of a memory limit; the rest is for buffers, pictures, Node itself and the young generation. */
const HEAP_SHARE = 0.45
const SMALLEST_HEAP = 96
const LARGEST_HEAP = 1024
const HEAP_FLAG = '--max-old-space-size'

/** Returns the flags of a process whose container may use this many bytes; null when it has no limit of its own. */
export function flagsWithin(limit: number | null): string[] {
  if (limit === null) return SERVER_FLAGS
  const share = Math.floor((limit / MEGABYTE) * HEAP_SHARE)
  const heap = Math.min(Math.max(share, SMALLEST_HEAP), LARGEST_HEAP)
  return SERVER_FLAGS.map((flag) => (flag.startsWith(HEAP_FLAG) ? `${HEAP_FLAG}=${heap}` : flag))
}

/** Returns the memory limit of this process's control group in bytes, or null if it may use all that the machine has. */
export function memoryLimit(constrained = process.constrainedMemory(), total = totalmem()): number | null {
  return constrained > 0 && constrained < total ? constrained : null
}
