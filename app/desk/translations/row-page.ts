import { LISTS } from '../lists/lists'

const PAGES: Record<string, string> = {
  product: '/desk/products',
  category: '/desk/categories',
  attribute: '/desk/attributes',
  sizes: '/desk/sizes',
  page: '/desk/texts/page',
  question: '/desk/texts/question',
  mail: '/desk/texts/mail',
}

/** Returns the page of the desk on which a row is edited, by what the record of changes calls its kind. */
export function rowPage(kind: string, id: string | undefined): string {
  const list = LISTS[kind]
  if (list && !list.shown) return `/desk/settings/${kind}`
  return id === undefined ? `/desk/urdu/${kind}` : `${PAGES[kind] ?? `/desk/settings/${kind}`}/${id}`
}
