import type { Needs } from '~/platform/context.server'
import type { UploadRefusal } from '~/platform/http/uploaded-picture.server'
import type { Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { declareBucket, signFile, storePictures } from '~/platform/supabase/uploads.server'

const FILES = declareBucket('files')
/** The folder of the photos. */
export const REVIEW_PHOTOS = 'review-images'

/** Stores a review's photos and returns their paths. Stores none if one is refused. */
export function storePhotos(
  context: Needs<'backends'>,
  files: readonly File[],
): Promise<Result<string[], UploadRefusal>> {
  return storePictures(serviceClient(context, 'keep reviews'), FILES, REVIEW_PHOTOS, files)
}

/** Returns a link to a photo, also of a hidden review, that expires after a minute; null if `db` has no access to it. */
export function linkPhoto(db: Backend, name: string): Promise<string | null> {
  return signFile(db, FILES, `${REVIEW_PHOTOS}/${name}`)
}
