import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined

/**
 * Loads sharp for the first picture: starts are shorter without it, and the server's commands need no pictures. Throws if its binaries
 * don't fit this system.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One thread for each picture, since the other cores serve pages.
    sharp.concurrency(1)
    // Disables the cache of libvips: resized pictures are cached on disk.
    sharp.cache(false)
    return sharp
  })
  return loading
}
