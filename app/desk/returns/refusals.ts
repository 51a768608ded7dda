/** Why the database refuses a change of returns, in words for the operator. */
export const RETURNS_REFUSALS = {
  no_such_return: 'There is no such return.',
  invalid_amount: 'This amount is more than the order cost.',
}
