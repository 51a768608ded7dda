/** Why the database refuses a change of reviews, in words for the operator. */
export const REVIEWS_REFUSALS = {
  no_such_review: 'There is no such review any more.',
  invalid_reason: 'Please enter a reason of at most 300 characters.',
}
