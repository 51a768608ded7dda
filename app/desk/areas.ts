import { useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'

/** The areas that roles are made of (database table `shop.desk_roles`), as the desk calls them. */
export const AREAS = {
  orders: 'Orders',
  money: 'Money',
  products: 'Products',
  prices: 'Prices',
  texts: 'Texts',
  people: 'People',
  settings: 'Settings',
} as const

export type Area = keyof typeof AREAS

/** What somebody at the desk may do: everything if `areas` is null. */
export interface Rights {
  role: 'operator' | 'manager'
  areas: readonly string[] | null
}

const MANAGERS = 'managers'
/** Areas, or managers alone. */
type Asked = readonly Area[] | typeof MANAGERS

/**
 * Whom the pages of the desk are for, and all below them: the areas of those who see something there, as the functions of the database
 * that they read have it. A later line counts before an earlier one. A page without a line is for everybody at the desk.
 */
const PAGES: readonly (readonly [path: RegExp, areas: Asked])[] = [
  [/^\/desk\/listening(\/|$)/, ['orders']],
  [/^\/desk\/orders(\/|$)/, ['orders', 'money', 'people']],
  [/^\/desk\/orders\/(take-back|confirm|new)(\/|$)/, ['orders']],
  [/^\/desk\/orders\/(file|invoices)(\/|$)/, ['orders', 'money']],
  [/^\/desk\/orders\/[^/]+\/(change|return)(\/|$)/, ['orders']],
  [/^\/desk\/returns(\/|$)/, ['orders', 'money', 'people']],
  [/^\/desk\/couriers(\/|$)/, ['orders']],
  [/^\/desk\/couriers\/settlements(\/|$)/, ['money']],
  [/^\/desk\/refunds(\/|$)/, ['money']],
  [/^\/desk\/(chat|contact|reviews|people|newsletter)(\/|$)/, ['people']],
  [/^\/desk\/people\/operators(\/|$)/, MANAGERS],
  [/^\/desk\/(products|categories|attributes|sizes|search)(\/|$)/, ['products']],
  [/^\/desk\/stock(\/|$)/, ['orders', 'products']],
  [/^\/desk\/promo-codes(\/|$)/, ['prices']],
  [/^\/desk\/(texts|urdu)(\/|$)/, ['texts']],
  // Who changes a row also translates it.
  [/^\/desk\/urdu\/(product|category|attribute|sizes|color|search_answer)(\/|$)/, ['products', 'texts']],
  [/^\/desk\/urdu\/quick_answer(\/|$)/, ['people', 'texts']],
  [/^\/desk\/(sales|ledger|funnel)(\/|$)/, ['money']],
  [/^\/desk\/settings(\/|$)/, ['orders', 'products', 'texts', 'people', 'settings']],
  [/^\/desk\/settings\/[^/]+(\/|$)/, ['settings']],
  [/^\/desk\/settings\/(color|search_answer|feed_category)(\/|$)/, ['products']],
  [/^\/desk\/settings\/block(\/|$)/, ['orders', 'people']],
  [/^\/desk\/settings\/courier(\/|$)/, ['orders', 'settings']],
  [/^\/desk\/settings\/quick_answer(\/|$)/, ['people']],
  [
    /^\/desk\/settings\/(contact_details|social_link|announcement|slide|product_slide|band|testimonial|statistic)(\/|$)/,
    ['texts'],
  ],
  [/^\/desk\/settings\/(job|work|question_category|footer)(\/|$)/, ['texts']],
  [/^\/desk\/settings\/desk_role(\/|$)/, MANAGERS],
]

/** Returns whom a page of the desk is for; null for everybody there. */
export const areasOfPage = (pathname: string) => PAGES.findLast(([path]) => path.test(pathname))?.[1] ?? null

function isAllowed({ role, areas }: Rights, asked: Asked | null): boolean {
  if (role === 'manager') return true
  if (asked === MANAGERS) return false
  return areas === null || asked === null || asked.some((area) => areas.includes(area))
}

/** Whether somebody may open a page of the desk. */
export const mayOpen = (rights: Rights, pathname: string) => isAllowed(rights, areasOfPage(pathname))

type Loader = () => Promise<{ rights: Rights }>

/** What the person at the desk may do. If that is unknown, they are shown everything; the database checks each press. */
export function useRights(): Rights {
  return useRouteLoaderData<Loader>('desk/layout.route')?.rights ?? { role: 'operator', areas: null }
}

export function useAllowed(...areas: readonly Area[]): boolean {
  return isAllowed(useRights(), areas)
}

/** What is shown to those alone who have one of these areas. */
export function Only({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  return useAllowed(...areas) ? children : null
}

/** Beside a price that somebody reads only. */
export const PRICES_NEEDED = 'Changing it needs a role with Prices.'

/** Returns areas in words: 'Orders or Money'. */
export const areaWords = (areas: readonly string[]) =>
  areas.map((area) => (Object.hasOwn(AREAS, area) ? AREAS[area as Area] : area)).join(' or ')
