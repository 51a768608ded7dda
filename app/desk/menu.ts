import { mayOpen, type Rights } from './areas'
import { words } from './audit/value-words'
import { LISTS } from './lists/lists'

/** The pages in the desk's menu, by their paths, in groups. */
const MENU: Record<string, Record<string, string>> = {
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
    '/desk/couriers/settlements': 'Settlements',
    '/desk/funnel': 'Funnel',
    '/desk/audit': 'Changes',
  },
}

interface DeskPage {
  path: string
  name: string
}

const GROUPS = Object.entries(MENU).map(
  ([group, entries]) => [group, Object.entries(entries).map(([path, name]): DeskPage => ({ path, name }))] as const,
)
const ENTRIES = GROUPS.flatMap(([, entries]) => entries)
export const MENU_PATHS = ENTRIES.map(({ path }) => path)

/** Returns the groups of the menu with the pages that somebody may open. */
export const menuOf = (rights: Rights) =>
  GROUPS.map(([group, entries]) => [group, entries.filter(({ path }) => mayOpen(rights, path))] as const).filter(
    ([, entries]) => entries.length > 0,
  )

/** Returns the page of the menu that a page belongs to. */
export const menuEntry = (pathname: string): DeskPage | undefined =>
  ENTRIES.findLast(({ path }) => path === pathname || (path !== '/desk' && pathname.startsWith(`${path}/`)))

/** The pages between the menu and others, each with its name. */
const BETWEEN: readonly (readonly [path: RegExp, name: (part: string) => string | undefined])[] = [
  [/^\/desk\/orders\/(ORD-[\d-]+)$/, (order) => order],
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
