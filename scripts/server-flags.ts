/**
 * How the shop's process is started so that a limit of 256 MB doesn't end it (docs/operations.md has the measurements): a small
 * young generation, a bounded heap, and an allocator that has few arenas and returns large blocks to the system at once.
 * All of it is read at start, so that the process can't set it itself; the image sets the same by its environment.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=144']

/** For glibc's allocator; others ignore it. */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
