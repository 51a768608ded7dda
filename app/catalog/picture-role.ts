import { m } from '~/language/messages'

/** What a picture can show of a product. */
export const PICTURE_ROLES = ['front', 'back', 'worn', 'cloth', 'detail', 'packing'] as const
export type PictureRole = (typeof PICTURE_ROLES)[number]

const WORDS: Record<PictureRole, (given: { name: string }) => string> = {
  front: m.catalog_picture_front,
  back: m.catalog_picture_back,
  worn: m.catalog_picture_worn,
  cloth: m.catalog_picture_cloth,
  detail: m.catalog_picture_detail,
  packing: m.catalog_picture_packing,
}

/** Describes a picture of a product that has no description of its own. */
export function describeRole(role: PictureRole | null | undefined, name: string): string {
  return role ? WORDS[role]({ name }) : name
}
