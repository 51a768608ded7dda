import { refuse, succeed, type Result } from '~/platform/result'
import { tooLong } from '~/platform/text'
import type { DeskPicture } from '../products.server'
import { isId } from '../../desk-page'

/** How uploaded pictures are cropped. The shop shows pictures in 4:5. */
export const CROPS = ['attention', 'centre', 'top', 'bottom', 'none'] as const
export type Crop = (typeof CROPS)[number]

export const MAX_ALT = 200
/** Files of one form (read-body.server.ts). */
export const MAX_FILES = 8

/** A picture as the database function `desk_save_pictures` takes it. */
export type PictureChange = {
  id: string
  alt: string
  color_id: string | null
  is_banner: boolean
  is_removed: boolean
}

export function pictureField(name: 'place' | 'alt' | 'color' | 'banner' | 'remove', id: string): string {
  return `${name}-${id}`
}

/**
 * Reads the pictures in the order of their places; pictures with the same place keep their order. Refuses, in words for the operator, a
 * place that is no number or a description that is too long.
 */
export function readPictures(form: FormData, pictures: readonly DeskPicture[]): Result<PictureChange[], string> {
  const read = (name: Parameters<typeof pictureField>[0], id: string) => {
    const value = form.get(pictureField(name, id))
    return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
  }
  const placed: { place: number; change: PictureChange }[] = []
  for (const [index, { id }] of pictures.entries()) {
    // A picture that was added since the form was made has no fields in it.
    if (!form.has(pictureField('place', id))) continue
    const [place, alt, color] = [read('place', id), read('alt', id), read('color', id)]
    if (!/^\d{1,3}$/.test(place))
      return refuse(`Picture ${index + 1}: please enter its place as a number from 0 to 999.`)
    if (alt.length > MAX_ALT) return refuse(`Picture ${index + 1}: ${tooLong(MAX_ALT).error()}`)
    const [isBanner, isRemoved] = [read('banner', id) === 'on', read('remove', id) === 'on']
    const change = { id, alt, color_id: isId(color) ? color : null, is_banner: isBanner, is_removed: isRemoved }
    placed.push({ place: Number(place), change })
  }
  return succeed(placed.sort((one, other) => one.place - other.place).map(({ change }) => change))
}
