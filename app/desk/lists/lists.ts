import { BANNER_LISTS } from './banner-lists'
import { COMPANY_LISTS, CONTACT_LISTS } from './company-lists'
import { DELIVERY_LISTS, ORDER_LISTS, PRICE_LISTS } from './delivery-lists'
import type { List } from './list'
import { DESK_LISTS } from './desk-lists'
import { HOME_LISTS, PRODUCT_LISTS } from './shop-lists'

/** All lists by their names, in groups, as the overview shows them. */
export const GROUPS: Record<string, Record<string, List>> = {
  Delivery: DELIVERY_LISTS,
  'Contact and chat': CONTACT_LISTS,
  'Home page': { ...BANNER_LISTS, ...HOME_LISTS },
  'Company and help': COMPANY_LISTS,
  Products: { ...PRODUCT_LISTS, ...PRICE_LISTS },
  Orders: ORDER_LISTS,
  Desk: DESK_LISTS,
}

export const LISTS: Record<string, List> = Object.assign({}, ...Object.values(GROUPS))
