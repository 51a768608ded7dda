import type { SubmissionResult } from '@conform-to/react'
import { toRupees } from '~/platform/money'
import { typedText, type ComparedField } from '../side-by-side'
import { featureLines } from './features'
import { localTime } from './local-time'
import type { Choice, DeskProduct } from './product-rows'

/** Where the shop shows a product besides its category. */
export const FLAGS = {
  is_arrival: 'New arrival',
  is_top: 'Top seller',
  is_featured: 'Featured',
  is_banner: 'In the banner',
} as const

/** Returns the fields of a product's refused form beside the product as it is now. */
export function comparedProduct(product: DeskProduct, reply: SubmissionResult | undefined): ComparedField[] {
  const field = (label: string, name: string, now: string): ComparedField => ({
    label,
    typed: typedText(reply, name),
    now,
  })
  const time = (moment: string | null) => (moment ? localTime(moment) : '')
  const flags = Object.keys(FLAGS) as (keyof typeof FLAGS)[]
  return [
    field('Name', 'name', product.name),
    field('Description', 'description', product.description),
    field('How it fits', 'fit_notes', product.fit_notes ?? ''),
    field('Features', 'features', featureLines(product.features)),
    field('Article number', 'sku', product.sku ?? ''),
    { label: 'Price in rupees', typed: inRupees(typedText(reply, 'price')), now: toRupees(product.price) },
    field('Discount in per cent', 'discount', String(product.discount)),
    field('Discount begins', 'discount_from', time(product.discount_from)),
    field('Discount ends', 'discount_until', time(product.discount_until)),
    {
      label: 'Category',
      typed: namesOf(product.categories, [typedText(reply, 'category_id')]),
      now: namesOf(product.categories, [product.category_id]),
    },
    {
      label: 'Colours',
      typed: namesOf(product.colors, [reply?.initialValue?.color_ids].flat()),
      now: namesOf(product.colors, product.color_ids),
    },
    { label: 'Shown first', ...firstColor(product, reply) },
    ...product.attributes.map(({ name, values }) => ({
      label: name,
      typed: namesOf(values, [reply?.initialValue?.attribute_values].flat()),
      now: namesOf(values, product.attribute_values),
    })),
    ...flags.map((flag) => field(FLAGS[flag], flag, product[flag] ? 'on' : '')),
  ]
}

/** A colour that isn't ticked can't be shown first, so the present one stays. */
function firstColor({ colors, color_ids: own }: DeskProduct, reply: SubmissionResult | undefined) {
  const now = namesOf(colors, own.slice(0, 1))
  const first = typedText(reply, 'first_color')
  const isTicked = [reply?.initialValue?.color_ids].flat().includes(first)
  return { typed: isTicked ? namesOf(colors, [first]) : now, now }
}

/** `2499` as `2499.00`, so that it equals what is stored. */
function inRupees(text: string): string {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text).toFixed(2) : text
}

function namesOf(choices: readonly Choice[], ids: readonly unknown[]): string {
  const chosen = choices.filter(({ id }) => ids.includes(id))
  return chosen.map(({ name }) => name).join(', ')
}
