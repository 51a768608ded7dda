import { PICTURE_ROLES, type PictureRole } from '~/catalog/picture-role'
import { refuse, succeed, type Result } from '~/platform/result'
import { tooLong } from '~/platform/text'
import { RATIOS } from '~/ui/ratio'
import type { DeskPicture } from '../products.server'
import { isId } from '../../desk-page'

/** What is left of an uploaded picture that is wider or narrower than any shape of the shop. */
export const CROPS = ['attention', 'centre', 'top', 'bottom', 'none'] as const
export type Crop = (typeof CROPS)[number]

const CROP_NAMES: Record<Crop, string> = {
  attention: 'Keep what stands out',
  centre: 'Keep the middle',
  top: 'Keep the top',
  bottom: 'Keep the bottom',
  none: 'Don’t crop',
}
export const CROP_OPTIONS = CROPS.map((crop) => [crop, CROP_NAMES[crop]] as const)

export const RATIO_OPTIONS = RATIOS.map((ratio) => [ratio, ratio.replace('/', ':')] as const)

const ROLE_NAMES: Record<PictureRole, string> = {
  front: 'From the front',
  back: 'From behind',
  worn: 'Worn',
  cloth: 'The cloth',
  detail: 'A detail',
  packing: 'The packing',
}
export const ROLE_OPTIONS = PICTURE_ROLES.map((role) => [role, ROLE_NAMES[role]] as const)

/** A focus point across and down, as styles have it: '50% 20%'. */
export const FOCUS = /^(100|\d{1,2})% (100|\d{1,2})%$/
export const MAX_ALT = 200
export const MAX_CAPTION = 60
/** Files of one form (read-body.server.ts). */
export const MAX_FILES = 8

/** A picture as the database function `desk_save_pictures` takes it. */
export type PictureChange = {
  id: string
  alt: string
  color_id: string | null
  is_banner: boolean
  is_removed: boolean
  role: PictureRole | null
  /** Stays as it is without this. */
  focus?: string | null
  caption: string
}

type PictureField = 'place' | 'alt' | 'color' | 'banner' | 'remove' | 'role' | 'caption'

export function pictureField(name: PictureField, id: string): string {
  return `${name}-${id}`
}

/** Returns the pictures of a product as they are, to be saved again. */
export function keptPictures(pictures: readonly DeskPicture[]): PictureChange[] {
  return pictures.map(({ id, alt, color_id, is_banner, role, focus, caption }) => ({
    id,
    alt: alt ?? '',
    color_id,
    is_banner,
    is_removed: false,
    role,
    focus,
    caption: caption ?? '',
  }))
}

/**
 * Reads the pictures in the order of their places; pictures with the same place keep their order. Refuses, in words for the operator, a
 * place that is no number or a description that is too long.
 */
export function readPictures(form: FormData, pictures: readonly DeskPicture[]): Result<PictureChange[], string> {
  const read = (name: PictureField, id: string) => {
    const value = form.get(pictureField(name, id))
    return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
  }
  const placed: { place: number; change: PictureChange }[] = []
  for (const [index, { id }] of pictures.entries()) {
    // A picture that was added since the form was made has no fields in it.
    if (!form.has(pictureField('place', id))) continue
    const [place, alt, color, caption] = [read('place', id), read('alt', id), read('color', id), read('caption', id)]
    if (!/^\d{1,3}$/.test(place))
      return refuse(`Picture ${index + 1}: please enter its place as a number from 0 to 999.`)
    if (alt.length > MAX_ALT) return refuse(`Picture ${index + 1}: ${tooLong(MAX_ALT).error()}`)
    if (caption.length > MAX_CAPTION)
      return refuse(`Picture ${index + 1}, words below it: ${tooLong(MAX_CAPTION).error()}`)
    const [isBanner, isRemoved] = [read('banner', id) === 'on', read('remove', id) === 'on']
    const change: PictureChange = {
      id,
      alt,
      color_id: isId(color) ? color : null,
      is_banner: isBanner,
      is_removed: isRemoved,
      role: PICTURE_ROLES.find((role) => role === read('role', id)) ?? null,
      caption,
    }
    placed.push({ place: Number(place), change })
  }
  return succeed(placed.sort((one, other) => one.place - other.place).map(({ change }) => change))
}
