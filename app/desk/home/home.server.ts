import type { Result } from '~/platform/result'
import { change, type Desk, make, read } from '../database.server'
import type { BannerKind } from './banner-kinds'
import { bannerPageSchema, homeSchema, testimonialRowSchema, type BannerPage, type DeskTestimonial } from './home-rows'
import type { BannerForm, StatisticForm, TestimonialForm } from './home.schema'

/** Returns everything of the home page that is edited at the desk, hidden rows included. */
export function readHome({ db }: Desk) {
  return read(db, 'desk_home', {}, homeSchema)
}

/** Returns a banner with the pictures to choose from, or null. */
export function readBanner({ db }: Desk, id: string): Promise<BannerPage | null> {
  return read(db, 'desk_banner', { p_id: id }, bannerPageSchema.nullable())
}

/** Makes a banner that isn't shown yet. Returns its ID; refuses in words for the operator. */
export function createBanner({ db }: Desk, kind: BannerKind, title: string): Promise<Result<string, string>> {
  return make(db, 'desk_create_banner', { p_kind: kind, p_title: title })
}

/** Saves a banner; `picture` is the address of one that the shop has. Refuses in words for the operator. */
export function saveBanner(
  { db }: Desk,
  id: string,
  { version, ...banner }: Omit<BannerForm, 'file'>,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_banner', { p_id: id, p_version: version, p_banner: banner })
}

/** Removes a banner. Refuses in words for the operator. */
export function removeBanner({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  return change(db, 'desk_remove_banner', { p_id: id, p_version: version })
}

/** Returns a testimonial, or null. */
export function readTestimonial({ db }: Desk, id: string): Promise<DeskTestimonial | null> {
  return read(db, 'desk_testimonial', { p_id: id }, testimonialRowSchema.nullable())
}

/** Makes a testimonial that isn't shown yet. Returns its ID; refuses in words for the operator. */
export function createTestimonial(
  { db }: Desk,
  { review_text: text, customer_name: name }: Pick<TestimonialForm, 'review_text' | 'customer_name'>,
): Promise<Result<string, string>> {
  return make(db, 'desk_create_testimonial', { p_text: text, p_name: name })
}

/** Saves a testimonial. Refuses in words for the operator. */
export function saveTestimonial(
  { db }: Desk,
  id: string,
  { version, ...testimonial }: TestimonialForm,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_testimonial', { p_id: id, p_version: version, p_testimonial: testimonial })
}

/** Saves a figure of the hero. Refuses in words for the operator. */
export function saveStatistic(
  { db }: Desk,
  { key, version, label, value, counts }: StatisticForm,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_statistic', {
    p_key: key,
    p_version: version,
    p_label: label,
    p_value: value,
    p_counts: counts,
  })
}
