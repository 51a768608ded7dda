import { plain } from '../form/form-fields'
import { RATIO_OPTIONS } from '../products/pictures/picture-fields'
import { coded, color, itself, long, named, oneOf, optional, PLACE, SHOWN, whole, yes } from './columns'
import type { List } from './list'

const HINT = 'Carts know a colour by its name: after a change, those that have it ask for a colour again.'
const VALUE_WORDS = 'Please enter a whole number from 0.'
const STARS = ['5', '4', '3', '2', '1'].map(itself)
/** What a figure of the hero may count by itself. */
const COUNTED = { products: 'Counted: Products in the shop', colors: 'Counted: Their colours' }

export const PRODUCT_LISTS = {
  color: {
    title: 'Colours',
    noun: 'colour',
    about: 'The colours that products come in. They are a filter of the shop, in this order.',
    fields: [named('name', 'Name', 40, { hint: HINT }), [color('value', 'Code, such as #6e2338'), PLACE]],
    shown: ['value'],
    usedBy: 'Products',
  },
  listing_rules: {
    title: 'Cards of the listing',
    noun: 'rules',
    about:
      'Turn the stars off if shoppers may take them for ratings: products that nobody has rated then say “No ratings”, as on the home page.',
    fields: [yes('default_stars', 'Show 4.5 stars for products without a rating')],
  },
  buy_now: {
    title: 'Buy now',
    noun: 'button',
    about:
      'A second button beside “Add to Cart”, which adds the product and goes straight to the checkout. It sells faster where most people buy one thing, and hides the cart from those who would take more.',
    fields: [yes('has_buy_now', 'Show “Buy now” on products')],
  },
  picture_ratio: {
    title: 'Shape of pictures',
    noun: 'shape',
    about:
      'The shape of products’ pictures, width to height. What a photograph has beyond it is hidden, but not removed: under Pictures, each photograph has a focus point, which always stays in sight. A product may have its own shape on its own page.',
    fields: [oneOf('picture_ratio', 'Shape', RATIO_OPTIONS)],
  },
  search_answer: {
    title: 'Searches for what isn’t sold',
    noun: 'word',
    about:
      'What the search says when somebody looks for something that the shop doesn’t have, such as a kurta. Once the name of a product has the word, the search finds that instead.',
    fields: [
      coded(
        'word',
        'Word that shoppers type',
        /^[\p{Ll}\p{Lo}\p{M}\p{N}]{2,40}$/u,
        'Please enter one word in small letters.',
      ),
      named('answer', 'What the shop says', 200),
      optional('instead', 'Words to search for instead', 80),
    ],
    shown: ['answer', 'instead'],
  },
  feed_category: {
    title: 'Product feed',
    noun: 'category',
    called: 'name',
    about:
      'What Google Merchant Center and Meta ask of products beside what the shop says of them. Both read /feeds/products.xml. What a category leaves out is that of the category above; at the top, clothing for women.',
    fields: [
      [
        {
          ...whole('google_category', 'Number in Google’s taxonomy, such as 214 for bras', 1, 999_999),
          schema: plain()
            .regex(/^[1-9]\d{0,5}$/, 'Please enter a number of Google’s taxonomy.')
            .transform(Number)
            .optional(),
        },
        oneOf(
          'gender',
          'For',
          Object.entries({ female: 'Women', male: 'Men', unisex: 'Both' }),
          'As the category above it',
        ),
        oneOf(
          'age_group',
          'Age',
          ['adult', 'kids', 'toddler', 'infant', 'newborn'].map(itself),
          'As the category above it',
        ),
      ],
    ],
  },
} satisfies Record<string, List>

export const HOME_LISTS = {
  testimonial: {
    title: 'Our Happy Customers',
    noun: 'testimonial',
    about: 'What shoppers say, on the home page.',
    fields: [
      long('review_text', 'What the shopper says', 500, 'Please enter what the shopper says.'),
      [
        optional('customer_name', 'Their name', 80, { hint: 'Empty for “Happy Customer”.' }),
        oneOf('rating', 'Stars', STARS, 'Not said, shown as 5'),
        PLACE,
      ],
      SHOWN,
    ],
    shown: ['customer_name', 'rating', 'is_active'],
  },
  statistic: {
    title: 'Figures of the hero',
    noun: 'figure',
    about: 'The two figures at the top of the home page.',
    fields: [
      [
        named('stat_label', 'Words', 80),
        oneOf('counts', 'Its number', Object.entries(COUNTED), 'As typed here'),
        {
          ...whole('stat_value', 'Number, if it isn’t counted', 0, 1e9),
          schema: plain()
            .regex(/^\d{1,9}$/, VALUE_WORDS)
            .transform(Number)
            .optional(),
        },
      ],
    ],
    problem: ({ counts, stat_value: value }) => ((counts ?? value) === undefined ? ['stat_value', VALUE_WORDS] : null),
  },
} satisfies Record<string, List>
