/** Why the database refuses a change of orders, in words for the operator. */
export const ORDERS_REFUSALS = {
  no_such_order: 'There is no such order any more.',
  sold_out: 'Something in it is sold out.',
}
