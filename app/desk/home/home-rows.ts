import { z } from 'zod'

export const bannerSchema = z.object({
  id: z.guid(),
  version: z.number(),
  kind: z.enum(['announcement', 'slide', 'band']),
  title: z.string(),
  description: z.string(),
  link: z.string().nullable(),
  button: z.string().nullable(),
  picture: z.string().nullable(),
  begins: z.string().nullable(),
  ends: z.string().nullable(),
  is_active: z.boolean(),
  display_order: z.number(),
  state: z.enum(['shown', 'coming', 'ended', 'off']),
})
/** A banner in the lists of the desk. */
export type DeskBanner = z.infer<typeof bannerSchema>

/** A banner on its page, with the pictures to choose from. */
export const bannerPageSchema = bannerSchema.extend({ pictures: z.array(z.string()) })
export type BannerPage = z.infer<typeof bannerPageSchema>

export const testimonialRowSchema = z.object({
  id: z.guid(),
  version: z.number(),
  customer_name: z.string().nullable(),
  review_text: z.string(),
  rating: z.number().nullable(),
  is_active: z.boolean(),
  display_order: z.number(),
})
export type DeskTestimonial = z.infer<typeof testimonialRowSchema>

const statisticRowSchema = z.object({
  stat_key: z.string(),
  version: z.number(),
  stat_value: z.number(),
  stat_label: z.string(),
  counts: z.enum(['products', 'colors']).nullable(),
  is_active: z.boolean(),
  /** What it counts now. */
  counted: z.number().nullable(),
})
/** A figure of the hero. */
export type DeskStatistic = z.infer<typeof statisticRowSchema>

export const homeSchema = z.object({
  banners: z.array(bannerSchema),
  product_banners: z.array(z.object({ id: z.guid(), name: z.string() })),
  testimonials: z.array(testimonialRowSchema),
  statistics: z.array(statisticRowSchema),
})
