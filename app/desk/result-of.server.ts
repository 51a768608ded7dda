import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'

const REFUSALS = {
  not_operator: 'Your session at the desk has ended. Please sign in again.',
  not_fresh: 'This needs a code younger than ten minutes.',
  no_such_order: 'There is no such order any more.',
  changed_meanwhile: 'Somebody changed it meanwhile. This page shows it as it is now; please look, and try again.',
  status_not_allowed: 'That can’t be done in its present state.',
  sold_out: 'Something in it is sold out.',
  no_such_refund: 'There is no such refund.',
  already_refunded: 'This refund is recorded already.',
  invalid_reference: 'Please enter the number of the transfer.',
  no_such_return: 'There is no such return.',
  no_such_product: 'There is no such product any more.',
  no_such_size: 'A size was removed meanwhile. This page shows the sizes as they are now.',
  no_such_category: 'There is no such category any more.',
  no_such_color: 'There is no such colour any more.',
  invalid_name: 'Please enter a name of at most 160 characters.',
  invalid_text: 'Please enter a title and a text that isn’t too long.',
  invalid_price: 'Please enter a price in rupees above zero.',
  invalid_discount: 'Please enter a discount from 0 to 99.99 per cent.',
  invalid_period: 'A discount’s period needs a discount, and must end later than now and than it begins.',
  invalid_stock: 'Please enter a number of pieces from 0 to 100000.',
  invalid_size: 'Please enter the name of each new size, in at most 20 characters.',
  size_exists: 'The product has this size already.',
  invalid_picture: 'Please describe each picture in at most 200 characters.',
  invalid_part: 'Please choose a part of the picture.',
  too_many_pictures: 'A product may have 30 pictures. Please remove some first.',
  no_such_picture: 'A picture was removed meanwhile. This page shows the pictures as they are now.',
  no_such_import: 'This file is no longer there. Please upload it again.',
  import_not_ready: 'A row of the file is bad, or not compared yet.',
  no_such_text: 'There is no such text any more.',
  text_exists: 'There is such a text already.',
  no_such_promo: 'There is no such promo code any more.',
  invalid_code: 'Please enter a code of 2 to 40 Latin letters, digits and hyphens.',
  code_exists: 'There is such a code already. Please change that one, or choose another.',
  code_used: 'Orders were placed with this code, so it stays. It can be ended.',
  invalid_value: 'Please enter what the code takes off, above zero.',
  percent_over_100: 'A code can take off at most 100 per cent.',
  ends_before_beginning: 'It must end after it begins.',
  ends_in_past: 'This end has passed. Please enter a later one, or nothing.',
  invalid_minimum: 'Please enter a value of the goods in rupees, or nothing.',
  invalid_limit: 'Please enter how often the code can be used, from 1 to 1000000, or nothing.',
  limit_below_uses: 'The code was used more often than that already.',
  no_such_banner: 'There is no such banner any more.',
  invalid_banner: 'Please enter a title of at most 160 characters, and nothing that is too long.',
  invalid_link: 'Please enter an address within the shop, such as /on-sale.',
  no_banner_picture: 'Please choose a picture, or upload one.',
  no_such_testimonial: 'There is no such testimonial any more.',
  invalid_testimonial: 'Please enter what the customer says in at most 500 characters, and 1 to 5 stars.',
  no_such_statistic: 'There is no such figure any more.',
  invalid_statistic: 'Please enter the words, and a whole number from 0.',
  no_such_country: 'There is no such country.',
  invalid_terms: 'Please enter a price from 0, days from 0 to 60 in their order, and keep delivering to Pakistan.',
  invalid_amount: 'This amount is more than the order cost.',
  no_such_conversation: 'There is no such conversation any more.',
  invalid_message: 'Please enter a message, with at most six options of at most 80 characters.',
  no_such_message: 'There is no such message any more.',
  invalid_note: 'Please enter a note of at most 300 characters.',
  no_such_review: 'There is no such review any more.',
  invalid_reason: 'Please enter a reason of at most 300 characters.',
  not_at_desk: 'This person can’t use the desk any more.',
  not_manager: 'Only managers do this.',
  no_such_person: 'This person has no role at the desk any more.',
  own_role: 'Your own role is taken away by somebody else, so that the shop keeps a manager.',
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
