import { z } from 'zod'
import { type Desk, read } from '../database.server'
import { COUNTED_NAMES } from './banner-kinds'

const bannerSchema = z.object({
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

const bannerPageSchema = bannerSchema.extend({ pictures: z.array(z.string()) })
/** A banner on its page, with the pictures to choose from. */
export type BannerPage = z.infer<typeof bannerPageSchema>

const testimonialSchema = z.object({
  id: z.guid(),
  version: z.number(),
  customer_name: z.string().nullable(),
  review_text: z.string(),
  rating: z.number().nullable(),
  is_active: z.boolean(),
  display_order: z.number(),
})
export type DeskTestimonial = z.infer<typeof testimonialSchema>

const statisticSchema = z.object({
  stat_key: z.string(),
  version: z.number(),
  stat_value: z.number(),
  stat_label: z.string(),
  counts: z.enum(COUNTED_NAMES).nullable(),
  is_active: z.boolean(),
  /** What it counts now. */
  counted: z.number().nullable(),
})
/** A figure of the hero. */
export type DeskStatistic = z.infer<typeof statisticSchema>

const homeSchema = z.object({
  banners: z.array(bannerSchema),
  product_banners: z.array(z.object({ id: z.guid(), name: z.string() })),
  testimonials: z.array(testimonialSchema),
  statistics: z.array(statisticSchema),
})

/** Returns everything of the home page that is edited at the desk, hidden rows included. */
export const readHome = ({ db }: Desk) => read(db, 'desk_home', {}, homeSchema)

/** Returns a banner with the pictures to choose from, or null. */
export const readBanner = ({ db }: Desk, id: string) =>
  read(db, 'desk_banner', { p_id: id }, bannerPageSchema.nullable())

export const readTestimonial = ({ db }: Desk, id: string) =>
  read(db, 'desk_testimonial', { p_id: id }, testimonialSchema.nullable())
