import type { Needs } from '~/platform/context.server'

/** Returns whether a photo belongs to a review that is shown. Throws if the backend fails. */
export async function isPhotoShown(
  { catalogue, backends }: Needs<'backends' | 'catalogue'>,
  path: string,
): Promise<boolean> {
  const shown = await catalogue.find(`photo:${path}`, async () => {
    const { data, error } = await backends.anonymous
      .from('product_reviews')
      .select('id')
      .contains('images', [path])
      .limit(1)
    if (error) throw new Error(`Photo not looked up: ${error.message}`, { cause: error })
    return data[0] ?? null
  })
  return shown !== null
}
