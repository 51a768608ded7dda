import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/**
 * Returns whether the shop shows a profile picture, a photo of a review or a video. The database is asked each time: a file that is in the
 * caches of several processes isn't served by any of them once its account, review or product no longer has it. Throws if the backend fails.
 */
export async function isFileShown(context: Needs<'backends'>, bucket: string, path: string): Promise<boolean> {
  const { data, error } = await serviceClient(context, 'show a picture').rpc('is_file_shown', {
    p_bucket: bucket,
    p_path: path,
  })
  if (error) throw new Error(`File not looked up: ${error.message}`, { cause: error })
  return data
}

/** What a response sends of a file: from the first byte to the last. */
interface Sent {
  first: number
  last: number
  isPart: boolean
}

/**
 * Returns what a `Range` header asks for of a file; null if the file doesn't have it. Without a header it is the whole file, as for headers
 * that may be ignored, such as one for several parts (RFC 9110, section 14.2).
 */
export function byteRange(header: string | null, size: number): Sent | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return { first: 0, last: size - 1, isPart: false }
  // Without a beginning it is so many bytes of the end.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last, isPart: true } : null
}
