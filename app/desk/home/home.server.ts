import { succeed, type Result } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { resultOf } from '../result-of.server'
import type { BannerKind } from './banner-kinds'
import { bannerPageSchema, homeSchema, testimonialRowSchema, type BannerPage, type DeskTestimonial } from './home-rows'
import type { BannerForm, StatisticForm, TestimonialForm } from './home.schema'

type Desk = Pick<Operator, 'db'>

/** Returns everything of the home page that is edited at the desk, hidden rows included. */
export async function readHome({ db }: Desk) {
  const { data, error } = await db.rpc('desk_home')
  if (error) throw new Error(`No home page: ${error.message}`, { cause: error })
  return homeSchema.parse(data)
}

/** Returns a banner with the pictures to choose from, or null. */
export async function readBanner({ db }: Desk, id: string): Promise<BannerPage | null> {
  const { data, error } = await db.rpc('desk_banner', { p_id: id })
  if (error) throw new Error(`Banner not read: ${error.message}`, { cause: error })
  return bannerPageSchema.nullable().parse(data)
}

/** Makes a banner that isn't shown yet. Returns its ID; refuses in words for the operator. */
export async function createBanner({ db }: Desk, kind: BannerKind, title: string): Promise<Result<string, string>> {
  const { data, error } = await db.rpc('desk_create_banner', { p_kind: kind, p_title: title })
  const result = resultOf(error)
  return result.ok ? succeed(data ?? '') : result
}

/** Saves a banner; `picture` is the address of one that the shop has. Refuses in words for the operator. */
export async function saveBanner(
  { db }: Desk,
  id: string,
  { version, ...banner }: Omit<BannerForm, 'file'>,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_banner', { p_id: id, p_version: version, p_banner: banner })
  return resultOf(error)
}

/** Removes a banner. Refuses in words for the operator. */
export async function removeBanner({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_remove_banner', { p_id: id, p_version: version })
  return resultOf(error)
}

/** Returns a testimonial, or null. */
export async function readTestimonial({ db }: Desk, id: string): Promise<DeskTestimonial | null> {
  const { data, error } = await db.rpc('desk_testimonial', { p_id: id })
  if (error) throw new Error(`Testimonial not read: ${error.message}`, { cause: error })
  return testimonialRowSchema.nullable().parse(data)
}

/** Makes a testimonial that isn't shown yet. Returns its ID; refuses in words for the operator. */
export async function createTestimonial(
  { db }: Desk,
  { review_text: text, customer_name: name }: Pick<TestimonialForm, 'review_text' | 'customer_name'>,
): Promise<Result<string, string>> {
  const { data, error } = await db.rpc('desk_create_testimonial', { p_text: text, p_name: name })
  const result = resultOf(error)
  return result.ok ? succeed(data ?? '') : result
}

/** Saves a testimonial. Refuses in words for the operator. */
export async function saveTestimonial(
  { db }: Desk,
  id: string,
  { version, ...testimonial }: TestimonialForm,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_testimonial', { p_id: id, p_version: version, p_testimonial: testimonial })
  return resultOf(error)
}

/** Saves a figure of the hero. Refuses in words for the operator. */
export async function saveStatistic(
  { db }: Desk,
  { key, version, label, value, counts }: StatisticForm,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_statistic', {
    p_key: key,
    p_version: version,
    p_label: label,
    p_value: value,
    p_counts: counts,
  })
  return resultOf(error)
}
