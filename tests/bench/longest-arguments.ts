/** The longest arguments that the catalogue's functions accept (`shop.bounded`), in the forms that cost most. */

/** Searches of 80 characters. */
const SEARCHES: [name: string, term: string][] = [
  ['one word', `repeat('q', 80)`],
  ['eight mistyped words', `'nightgwonn blakcckk satinnnn cottonnn laccceey robbbbes silkkkky pantttys xxxxxx'`],
  ['forty letters', `repeat('q ', 40)`],
  ['forty letters that occur', `repeat('a ', 39) || 'q'`],
  ['wildcards', `repeat('%_', 40)`],
  ['accents', `repeat('é', 80)`],
]

/** Twenty values of 60 characters. */
const TEXTS = `array_fill(repeat('x', 60), array[20])`
const IDS = `(select array_agg(gen_random_uuid()) from generate_series(1, 20))`
/** Twenty values of every filter, all of which occur. */
const FILTERS = `color_ids => (select (array_agg(id))[:20] from public.colors), category_ids => (select (array_agg(id))[:20] from public.product_categories),
  size_filters => '{XS,S,M,L,XL,XXL}', material_filters => '{Modal,Cotton,Satin,Lace}'`

export const LONGEST: [name: string, expression: string][] = [
  ...SEARCHES.flatMap(([name, term]): [string, string][] => [
    [`longest search, ${name}`, `public.get_products(search_term => ${term})`],
    [`longest search, ${name}, counts`, `public.get_filter_counts(search_term => ${term})`],
    [`longest suggestions, ${name}`, `(select count(*) from public.get_search_suggestions(${term}, 20))`],
  ]),
  ['most filters', `public.get_products(${FILTERS})`],
  ['most filters, counts', `public.get_filter_counts(${FILTERS})`],
  [
    'longest filters',
    `public.get_products(category_ids => ${IDS}, color_ids => ${IDS}, size_filters => ${TEXTS}, brand_size_filters => ${TEXTS},
    cup_size_filters => ${TEXTS}, material_filters => ${TEXTS}, attribute_filters => ${TEXTS})`,
  ],
  ['last page', `public.get_products(page_number => 2147483647)`],
  ['largest page', `public.get_products(page_size => 48)`],
  ['longest slug', `public.get_product_with_colors(repeat('x', 200))`],
  ['longest slug, gone', `public.is_product_gone(repeat('x', 200))`],
  ['fifty longest slugs', `public.get_products_by_slug(array_fill(repeat('x', 200), array[50]))`],
]
