import { text } from '../form/form-fields'
import { column, named, oneOf, optional, PLACE, yes, type Column } from './columns'
import type { List, Values } from './list'
import { picture } from './picture-column'
import { moment } from './time-columns'

const hint = 'An address within the shop, such as /on-sale.'
const address = text(300).regex(
  /^\/(?![/\\])[^\\\s\p{Cc}]*$/u,
  'Please enter an address within the shop, such as /on-sale.',
)
export const link = column('link', 'Leads to', address.optional(), { dir: 'ltr', hint })
const period = [
  moment('begins', 'Begins', 'Pakistan’s time; empty for now.'),
  moment('ends', 'Ends', 'Empty for never.'),
  PLACE,
]
/** Whether the shop shows a banner now, else why not. */
const isOn: Column = {
  ...yes('is_active', 'Shown'),
  cell: (stored, { is_current: isCurrent, begins }) =>
    isCurrent ? 'Now' : !stored ? 'No' : Date.parse(String(begins)) > Date.now() ? 'Coming' : 'Ended',
}
const shown = ['picture', 'is_active', 'begins', 'ends']

function problem({ begins, ends, is_active: isActive, picture: chosen = '', file }: Values, needsPicture = true) {
  if (begins && ends && String(begins) >= String(ends)) return ['ends', 'It must end after it begins.'] as const
  return needsPicture && isActive && !chosen && !file
    ? (['picture', 'Please choose a picture, or upload one.'] as const)
    : null
}

const SIDES = [
  ['50% 50%', 'Middle'],
  ['50% 0%', 'Top'],
  ['50% 100%', 'Bottom'],
  ['0% 50%', 'Left'],
  ['100% 50%', 'Right'],
  ['0% 0%', 'Top left'],
  ['100% 0%', 'Top right'],
  ['0% 100%', 'Bottom left'],
  ['100% 100%', 'Bottom right'],
] as const
/** What of a slide's picture stays in sight. */
const FOCUS = [
  oneOf('focus', 'In sight on phones', SIDES.slice(1), 'Middle'),
  oneOf(
    'focus_wide',
    'On computers',
    SIDES.map(([point, side]) => [point, `Across the window, in sight: ${side}`] as const),
    'Beside the words',
  ),
]

function pictured(more: Pick<List, 'title' | 'noun' | 'about'>, columns: readonly Column[] = []): List {
  const description: Column = { ...optional('description', 'Text', 300), schema: text(300).default('') }
  const fields = [
    named('title', 'Heading', 160),
    description,
    [link, optional('button', 'Words of the button', 40)],
    picture('picture'),
    columns,
  ]
  return { ...more, fields: [...fields, period, isOn], shown, picture: 'picture', problem }
}

export const BANNER_LISTS: Record<string, List> = {
  announcement: {
    title: 'Line above the header',
    noun: 'line',
    about:
      'The shop shows the first one that runs; put one for a few days before the usual one. It fills in {delivery_price} and {delivery_days}.',
    fields: [named('title', 'Text', 160), [link], period, isOn],
    shown,
    problem: (values) => problem(values, false),
  },
  slide: pictured(
    {
      title: 'Slides of the hero',
      noun: 'slide',
      about:
        'The shop shows all that run, before the products that are marked “In the banner”. Across the window of a computer the words stand over the picture’s left side: what it shows should be on its right.',
    },
    FOCUS,
  ),
  product_slide: {
    title: 'Products in the hero',
    noun: 'heading',
    called: 'name',
    about:
      'Products that are marked “In the banner” are slides of the hero, after those above. A heading stands above the product’s name.',
    fields: [optional('hero_heading', 'Heading', 80, { hint: 'Empty for the product’s name alone.' })],
  },
  band: pictured({
    title: 'Band of the home page',
    noun: 'band',
    about: 'The shop shows the first one that runs.',
  }),
}
