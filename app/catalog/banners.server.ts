import { z } from 'zod'
import { translated } from '~/language/translated'
import type { Needs } from '~/platform/context.server'

const bannersSchema = z.array(
  translated(
    z.object({
      id: z.guid(),
      kind: z.enum(['announcement', 'slide', 'band']),
      title: z.string(),
      description: z.string(),
      /** An address within the shop. */
      link: z.string().nullable(),
      /** The words of the button that leads there. */
      button: z.string().nullable(),
      picture: z.string().nullable(),
      /** The points of a slide's picture that stay in sight on phones, and on wide windows, across which it goes then. */
      focus: z.string().nullable(),
      focus_wide: z.string().nullable(),
    }),
  ),
)
/** What the shop announces at the moment: the line above the header, a slide of the hero, or the band of the home page. */
export type ShopBanner = z.infer<typeof bannersSchema>[number]

/** Returns what is shown at the moment, in the order of the desk. Throws if the backend fails. */
export function listCurrentBanners({ catalogue, backends }: Needs<'backends' | 'catalogue'>): Promise<ShopBanner[]> {
  return catalogue.get('banners', async () => {
    const { data, error } = await backends.anonymous
      .from('banners')
      .select('id, kind, title, description, link, button, picture, focus, focus_wide, translations')
      .eq('is_current', true)
      .order('display_order')
      .order('created_at')
      .order('id')
    if (error) throw new Error(`No banners: ${error.message}`, { cause: error })
    return bannersSchema.parse(data)
  })
}
