/** The kinds of banners, with their headings and what the shop does with several. */
export const BANNER_KINDS = {
  announcement: {
    plural: 'Line above the header',
    name: 'Line above the header',
    about: 'The shop shows the first one that runs. Put one for a few days before the usual one.',
  },
  slide: {
    plural: 'Slides of the hero',
    name: 'Slide of the hero',
    about: 'The shop shows all that run, before the products that are marked “In the banner”.',
  },
  band: {
    plural: 'Band of the home page',
    name: 'Band of the home page',
    about: 'The shop shows the first one that runs.',
  },
} as const
export type BannerKind = keyof typeof BANNER_KINDS

/** Whether the shop shows a banner (database function `shop.state_of`). */
export const BANNER_STATES = { shown: 'On', coming: 'Coming', ended: 'Ended', off: 'Off' } as const

/** The figures that a statistic of the hero may count by itself. */
export const COUNTED = { products: 'Products in the shop', colors: 'Their colours' } as const
export const COUNTED_NAMES = ['products', 'colors'] as const
