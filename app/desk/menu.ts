import { words } from './audit/value-words'
import { LISTS } from './lists/lists'

/** The pages in the desk's menu, by their paths, in groups. */
export const MENU: Record<string, Record<string, string>> = {
  Orders: {
    '/desk': 'Today',
    '/desk/orders': 'Orders',
    '/desk/couriers': 'Couriers',
    '/desk/returns': 'Returns',
    '/desk/refunds': 'Refunds',
  },
  People: {
    '/desk/chat': 'Chat',
    '/desk/contact': 'Messages',
    '/desk/reviews': 'Reviews',
    '/desk/people': 'Shoppers',
    '/desk/newsletter': 'Newsletter',
  },
  Catalogue: {
    '/desk/products': 'Products',
    '/desk/stock': 'Stock',
    '/desk/categories': 'Categories',
    '/desk/attributes': 'Attributes',
    '/desk/sizes': 'Sizes',
    '/desk/search': 'Search',
    '/desk/promo-codes': 'Promo codes',
  },
  Shop: { '/desk/texts': 'Texts', '/desk/urdu': 'Urdu', '/desk/settings': 'Settings' },
  Numbers: {
    '/desk/sales': 'Sales',
    '/desk/ledger': 'Ledger',
    '/desk/funnel': 'Funnel',
    '/desk/audit': 'Changes',
  },
}

interface DeskPage {
  path: string
  name: string
}

const ENTRIES: DeskPage[] = Object.values(MENU).flatMap((group) =>
  Object.entries(group).map(([path, name]) => ({ path, name })),
)

/** Returns the page of the menu that a page belongs to. */
export const menuEntry = (pathname: string): DeskPage | undefined =>
  ENTRIES.find(({ path }) => path === pathname || (path !== '/desk' && pathname.startsWith(`${path}/`)))

/** The pages between the menu and others, each with its name. */
const BETWEEN: readonly (readonly [path: RegExp, name: (part: string) => string | undefined])[] = [
  [/^\/desk\/orders\/(ORD-[\d-]+)$/, (order) => order],
  [/^\/desk\/couriers\/(settlements)$/, words],
  [/^\/desk\/products\/(import)$/, () => 'Files of products'],
  [/^\/desk\/products\/(pictures)$/, () => 'Archives of pictures'],
  [/^\/desk\/products\/([\da-f-]{36})$/, () => 'The product'],
  [/^\/desk\/settings\/(\w+)$/, (list) => LISTS[list]?.title],
  [/^\/desk\/urdu\/(\w+)$/, words],
]

/** Returns the pages above one that isn't in the menu, the highest first. */
export function pagesAbove(pathname: string): DeskPage[] {
  const entry = menuEntry(pathname)
  if (entry?.path === pathname) return []
  const parts = pathname.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index).join('/'))
  const between = paths.flatMap((path) =>
    BETWEEN.flatMap(([known, nameOf]) => {
      const [, part] = known.exec(path) ?? []
      const name = part && nameOf(part)
      return name ? { path, name } : []
    }),
  )
  return [entry ?? { path: '/desk', name: 'Today' }, ...between]
}
