/** The name of a product's video in its bucket. */
export const VIDEO_NAME = /^[0-9a-f-]{36}\.mp4$/

export function videoUrl(name: string): string {
  return `/videos/${name}`
}
