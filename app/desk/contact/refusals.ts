/** Why the database refuses a change of contact messages, in words for the operator. */
export const CONTACT_REFUSALS = {
  no_such_message: 'There is no such message any more.',
  invalid_note: 'Please enter a note of at most 300 characters.',
}
