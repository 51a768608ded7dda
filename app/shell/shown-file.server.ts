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
