/** Why the database refuses a change of refunds, in words for the operator. */
export const REFUNDS_REFUSALS = {
  no_such_refund: 'There is no such refund.',
  already_refunded: 'This refund is recorded already.',
  invalid_reference: 'Please enter the number of the transfer.',
}
