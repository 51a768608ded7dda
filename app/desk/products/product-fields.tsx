import type { SubmissionResult } from '@conform-to/react'
import { counted } from '~/platform/text'
import { optionsOf } from '../form/choice-field'
import { AMOUNT, area, choice, line, rupees, tick, time, type EditField } from '../form/edit-fields'
import { PRICES_NEEDED } from '../areas'
import { ticks } from '../form/ticks'
import { compared } from '../form/edit-form'
import { typedText } from '../form/side-by-side'
import { Swatch } from '../swatch'
import type { UrduOrder } from '../translations/urdu-form'
import { featureLines } from './features'
import { RATIO_OPTIONS } from './pictures/picture-fields'
import { FLAG_NAMES, FLAGS, partUrl } from './product-query'
import type { DeskProduct } from './products.server'

/** Returns the fields of a product's form; who may not change its price reads it. */
export function productFields(product: DeskProduct, mayPrice = true) {
  const { name, description, fit_notes: fit, features, price, discount, categories, sku, attributes } = product
  const kept = mayPrice ? {} : { readOnly: true }
  return [
    line('name', 'Name', name),
    area('description', 'Description', description, 6),
    area('fit_notes', 'How it fits', fit, 2),
    area('features', 'Features, one in each line, such as Cotton: soft and light', featureLines(features), 5),
    [
      rupees('price', 'Price in rupees', price, mayPrice ? undefined : PRICES_NEEDED, kept),
      line('discount', 'Discount in per cent', discount, { ...AMOUNT, ...kept }),
      time('discount_from', 'Discount begins', product.discount_from, 'Pakistan’s time; empty for now.', kept),
      time('discount_until', 'Discount ends', product.discount_until, 'Empty for never.', kept),
    ],
    [
      choice('category_id', 'Category', optionsOf(categories), product.category_id, 'None'),
      line('sku', 'Article number', sku, { dir: 'ltr' }),
      choice(
        'picture_ratio',
        'Shape of its pictures',
        RATIO_OPTIONS,
        product.picture_ratio ?? '',
        'As the shop has it',
      ),
    ],
    colorField(product),
    [firstColor(product)],
    ...attributes.map((attribute) =>
      ticks('attribute_values', attribute.name, attribute.values, { stored: product.attribute_values }),
    ),
    {
      legend: 'Shown as',
      fields: FLAG_NAMES.map((flag) => tick(flag, FLAGS[flag], product[flag])),
    },
  ] as const
}

/** Returns the columns of a product's texts, their labels and their English, in the order of its form and its pictures. */
export const productUrdu = ({ name, description, fit_notes: fit, features, pictures }: DeskProduct): UrduOrder => [
  ['name', 'Name', name],
  ['description', 'Description', description],
  ['fit_notes', 'How it fits', fit],
  ...features.flatMap(({ title, description: text }) => [
    ['title', 'Feature', title] as const,
    ['description', title, text] as const,
  ]),
  ...pictures.flatMap(({ alt, caption }) => [
    ['alt', 'Picture', alt] as const,
    ['caption', 'Words below a picture', caption] as const,
  ]),
]

/** The colours of a product, each with the number of its pictures. */
function colorField({ id: product, colors, color_ids: stored, pictures }: DeskProduct) {
  const count = (id: string) => pictures.filter(({ color_id: color }) => color === id).length
  return ticks('color_ids', 'Colours', colors, {
    stored,
    help: (
      <p className="muted small">
        A colour’s pictures are added under <a href={partUrl(product, 'pictures')}>Pictures</a>. They are removed with
        the colour. A colour that isn’t here is made under <a href="/desk/settings/color">Colours</a>.
      </p>
    ),
    show: ({ id, name, value }) => (
      <>
        <Swatch value={value} /> <bdi>{name}</bdi>
        {count(id) > 0 ? <span className="muted small unbroken">{counted(count(id), 'picture')}</span> : null}
      </>
    ),
  })
}

/** The colour that the shop shows first. One that isn't ticked can't be, so the present one stays. */
function firstColor({ colors, color_ids: stored }: DeskProduct): EditField<'first_color'> {
  const field = choice('first_color', 'Shown first', optionsOf(colors), stored[0] ?? '', 'As it is now')
  const isTicked = (reply: SubmissionResult | undefined) =>
    [reply?.initialValue?.color_ids].flat().includes(typedText(reply, 'first_color'))
  return { ...field, typed: (reply) => (isTicked(reply) ? field.typed(reply) : (field.now ?? '')) }
}

/** Returns the fields of a product's refused form beside the product as it is now. */
export function comparedProduct(product: DeskProduct, reply: SubmissionResult | undefined) {
  return compared(productFields(product), reply)
}
