import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { PRODUCT_REFUSALS } from './products/refusals'
import { PICTURE_REFUSALS } from './products/pictures/refusals'
import { CHAT_REFUSALS } from './chat/refusals'
import { CONTACT_REFUSALS } from './contact/refusals'
import { HOME_REFUSALS } from './home/refusals'
import { IMPORT_REFUSALS } from './import/refusals'
import { OFFERS_REFUSALS } from './offers/refusals'
import { ORDERS_REFUSALS } from './orders/refusals'
import { PEOPLE_REFUSALS } from './people/refusals'
import { REFUNDS_REFUSALS } from './refunds/refusals'
import { RETURNS_REFUSALS } from './returns/refusals'
import { REVIEWS_REFUSALS } from './reviews/refusals'
import { SIZES_REFUSALS } from './sizes/refusals'
import { TEXTS_REFUSALS } from './texts/refusals'
import { ATTRIBUTES_REFUSALS } from './words/attributes/refusals'
import { CATEGORIES_REFUSALS } from './words/categories/refusals'
import { COLORS_REFUSALS } from './words/colors/refusals'
import { SEARCH_WORD_REFUSALS } from './words/search/refusals'

/** Those of a subject stand beside it; these are of all. */
const REFUSALS = {
  not_operator: 'Your session at the desk has ended. Please sign in again.',
  not_fresh: 'This needs a code younger than ten minutes.',
  changed_meanwhile: 'Somebody changed it meanwhile. This page shows it as it is now; please look, and try again.',
  status_not_allowed: 'That can’t be done in its present state.',
  not_manager: 'Only managers do this.',
  ...ORDERS_REFUSALS,
  ...REFUNDS_REFUSALS,
  ...RETURNS_REFUSALS,
  ...PRODUCT_REFUSALS,
  ...PICTURE_REFUSALS,
  ...CATEGORIES_REFUSALS,
  ...COLORS_REFUSALS,
  ...ATTRIBUTES_REFUSALS,
  ...SEARCH_WORD_REFUSALS,
  ...SIZES_REFUSALS,
  ...IMPORT_REFUSALS,
  ...TEXTS_REFUSALS,
  ...OFFERS_REFUSALS,
  ...HOME_REFUSALS,
  ...CHAT_REFUSALS,
  ...CONTACT_REFUSALS,
  ...REVIEWS_REFUSALS,
  ...PEOPLE_REFUSALS,
} satisfies Record<string, string>
type Refusal = keyof typeof REFUSALS

const isRefusal = (token: string): token is Refusal => Object.hasOwn(REFUSALS, token)

/** Returns the result of a change, in words for the operator if it was refused. Throws if the database failed. */
export function resultOf(error: { code?: string; message: string } | null): Result<null, string> {
  if (!error) return succeed(null)
  const token = databaseRefusal(error)
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token])
  throw new Error(`Not changed: ${error.message}`, { cause: error })
}
