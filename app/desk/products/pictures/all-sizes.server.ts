import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { ALL_SIZES } from '~/shell/picture-sizes.server'

/** A picture that was just stored, by the path of its public URL. */
export interface StoredPicture {
  url: string
  body: Buffer
}

/**
 * Makes all sizes of new pictures after the response, so that no shopper waits for them in this process. One at a time, so that pictures
 * that visitors ask for come between; what is left at shutdown is made when it is asked for.
 */
export function makeAllSizes(
  context: Needs<'background' | 'pictures' | 'stopping' | Reporting>,
  pictures: readonly StoredPicture[],
): void {
  inBackground(context, 'sizes of pictures not made', async () => {
    for (const { url, body } of pictures) {
      const name = url.replace('/storage/v1/object/public/', '')
      for (const { size, format } of ALL_SIZES) {
        if (context.stopping.aborted) return
        await context.pictures.resized(name, size, format, async () => body)
      }
    }
  })
}
