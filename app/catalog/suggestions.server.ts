import { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { nameOf } from '~/language/names'
import { translationOf, translations } from '~/language/translated'
import { formatMoney, toPaisa } from '~/platform/money'
import { storedAmount } from '~/platform/supabase/stored-money'
import { cutText } from '~/platform/text'
import { pictureUrl } from '~/ui/picture'
import { readPricedSearch } from './listing/search-words'
import { parseResponse, type Catalogue } from './catalog.server'
import { productUrl } from './product-choice'

const suggestionSchema = z.object({
  id: z.guid(),
  name: z.string(),
  category_name: z.string().nullable(),
  slug: z.string(),
  price: storedAmount,
  picture: z.string().nullable(),
  /** The colour of the search that the product has. */
  color: z.string().nullish(),
  /** The size of the search, unless the product has none left in it. */
  size: z.string().nullish(),
})

/** A suggestion as the search box shows it: a formatted price, its URL and that of a small picture. */
export interface Suggestion extends Omit<z.infer<typeof suggestionSchema>, 'price'> {
  price: string
  url: string
}

/** Returns up to 6 search suggestions; none for less than 2 characters (HD-21, HD-22). */
export async function suggest({ catalogue, backends }: Catalogue, text: string): Promise<Suggestion[]> {
  const { search: term, minPrice, maxPrice } = readPricedSearch(cutText(text.trim(), 80))
  const isPriced = minPrice !== null || maxPrice !== null
  if (term.length < 2) return []
  return catalogue.get(`suggest:${minPrice}:${maxPrice}:${term.toLowerCase()}`, async () => {
    const response = await backends.anonymous.rpc('get_search_suggestions', {
      search_term: term,
      limit_num: isPriced ? 20 : 6,
    })
    const rows = parseResponse(z.array(suggestionSchema), response)
      .filter(({ price }) => price >= toPaisa(minPrice ?? 0) && price <= toPaisa(maxPrice ?? Infinity))
      .slice(0, 6)
    const names = await translatedNames(backends, rows)
    return rows.map((row) => ({
      ...row,
      name: translationOf(names.get(row.id), 'name') ?? row.name,
      category_name: row.category_name && nameOf('category', row.category_name),
      price: formatMoney(row.price),
      url: productUrl(row.slug, { ...(row.color && { color: row.color }), ...(row.size && { size: row.size }) }),
      picture: row.picture && pictureUrl(row.picture, 160, 'jpg'),
    }))
  })
}

const namesSchema = z.array(z.object({ id: z.guid(), translations }))

async function translatedNames({ anonymous }: Catalogue['backends'], rows: readonly { id: string }[]) {
  if (currentLanguage() === 'en' || rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const response = await anonymous.from('products').select('id, translations').in('id', ids)
  return new Map(parseResponse(namesSchema, response).map((row) => [row.id, row]))
}
