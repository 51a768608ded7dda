import { m } from '~/language/messages'
import { z } from 'zod'
import type { ShopBanner } from '~/catalog/banners.server'
import { translated } from '~/language/translated'
import type { RequestContext } from '~/platform/context.server'

type Catalogue = Pick<RequestContext, 'catalogue' | 'backends'>

export interface Banner {
  name: string
  description: string
  /** Of the product; empty for a slide of the desk. */
  slug: string
  picture: string | null
  /** The point of the picture that stays in sight on phones. */
  focus?: string
  /** That on wide windows, if the picture goes across them; else it stands beside the words. */
  wide?: string
  /** Where a slide of the desk leads. */
  link?: string
  button?: string
  /** What stands above the name of a product. */
  heading?: string
}

export interface Statistic {
  value: string
  label: string
}

export interface Testimonial {
  id: string
  name: string
  text: string
  rating: number
}

/** A picture with one of these words in its URL is no banner (HM-24). */
const NO_BANNER = /barcode|scanner|qr|code|scan|device/i

const bannerRowSchema = z.object({
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  hero_heading: z.string().nullable(),
  product_media: z.array(
    z.object({ url: z.string(), is_featured: z.boolean(), is_banner: z.boolean(), focus: z.string().nullable() }),
  ),
})

export function slideOf({ title, description, link, button, picture, focus, focus_wide: wide }: ShopBanner): Banner {
  return {
    name: title,
    description,
    slug: '',
    picture,
    link: link ?? undefined,
    button: button ?? undefined,
    focus: focus ?? undefined,
    wide: wide ?? undefined,
  }
}

/** Returns the hero's banners, which are flagged products (HM-09). Throws if the backend fails. */
export function listProductBanners({ catalogue, backends }: Catalogue): Promise<Banner[]> {
  return catalogue.get('product banners', async () => {
    const { data, error } = await backends.anonymous
      .from('products')
      .select(
        'id, name, description, slug, hero_heading, translations, product_media(url, is_featured, is_banner, focus)',
      )
      .eq('is_banner', true)
      .eq('is_active', true)
      .is('deleted_at', null)
      .order('created_at')
      .order('id')
    if (error) throw new Error(`No product banners: ${error.message}`, { cause: error })
    return z
      .array(translated(bannerRowSchema))
      .parse(data)
      .map(({ product_media: media, hero_heading: heading, ...banner }) => ({
        ...banner,
        ...bannerPicture(media),
        ...(heading === null ? {} : { heading }),
      }))
  })
}

type BannerMedia = z.infer<typeof bannerRowSchema>['product_media'][number]

/** Returns the banner picture with its focus point, else the featured one, else any, but none that matches NO_BANNER. */
export function bannerPicture(media: BannerMedia[]): Pick<Banner, 'picture' | 'focus'> {
  const usable = media.filter(({ url }) => !NO_BANNER.test(url))
  const best = usable.find((picture) => picture.is_banner) ?? usable.find((picture) => picture.is_featured) ?? usable[0]
  return { picture: best?.url ?? null, ...(best?.focus ? { focus: best.focus } : {}) }
}

/** Shown if a statistic has no row (HM-21, HM-22). */
const defaultRows = () => [
  { stat_key: 'high_quality_products', stat_value: 2000, stat_label: m.home_high_quality_products() },
  { stat_key: 'happy_customers', stat_value: 30000, stat_label: m.home_happy_customers() },
]

/** Formats a statistic: from 1000 with a thousands separator and a plus, `2,000+` (HM-23). */
export function formatStatistic(value: number): string {
  return value >= 1000 ? `${Math.trunc(value).toLocaleString('en-US')}+` : String(value)
}

const statisticRowSchema = z.object({ stat_key: z.string(), stat_value: z.number(), stat_label: z.string() })

/** Returns the hero's two statistics, with defaults for missing ones. Throws if the backend fails. */
export function listStatistics({ catalogue, backends }: Catalogue): Promise<Statistic[]> {
  return catalogue.get('statistics', async () => {
    const { data, error } = await backends.anonymous
      .from('hero_statistics')
      .select('stat_key, stat_value, stat_label, translations')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No statistics: ${error.message}`, { cause: error })
    const rows = z.array(translated(statisticRowSchema)).parse(data)
    const missing = defaultRows().filter(({ stat_key }) => !rows.some((row) => row.stat_key === stat_key))
    return [...rows, ...missing].map((row) => ({ value: formatStatistic(row.stat_value), label: row.stat_label }))
  })
}

export function defaultStatistics(): Statistic[] {
  return defaultRows().map(({ stat_value, stat_label }) => ({
    value: formatStatistic(stat_value),
    label: stat_label,
  }))
}

const testimonialRowSchema = z.object({
  id: z.guid(),
  customer_name: z.string().nullable(),
  review_text: z.string(),
  rating: z.number().nullable(),
  display_order: z.number(),
})

/** Returns the testimonials in the order of the desk, else newest first, with defaults for name and rating (HM-62, HM-63). Throws if the backend fails. */
export function listTestimonials({ catalogue, backends }: Catalogue): Promise<Testimonial[]> {
  return catalogue.get('testimonials', async () => {
    const { data, error } = await backends.anonymous
      .from('testimonials')
      .select('*')
      .eq('is_active', true)
      .order('created_at', { ascending: false })
      .order('id')
    if (error) throw new Error(`No testimonials: ${error.message}`, { cause: error })
    return z
      .array(translated(testimonialRowSchema))
      .parse(data)
      .toSorted((one, other) => one.display_order - other.display_order)
      .map((row) => ({
        id: row.id,
        name: row.customer_name?.trim() || m.home_happy_customer(),
        text: row.review_text,
        rating: row.rating ?? 5,
      }))
  })
}
