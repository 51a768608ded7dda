/** Why the database refuses a change of promo codes, in words for the operator. */
export const OFFERS_REFUSALS = {
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
}
