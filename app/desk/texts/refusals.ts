/** Why the database refuses a change of texts, mails and delivery terms, in words for the operator. */
export const TEXTS_REFUSALS = {
  no_such_text: 'There is no such text any more.',
  text_needed: 'The shop needs this text.',
  text_exists: 'There is such a text already.',
  invalid_text: 'Please enter a title and a text that isn’t too long.',
  invalid_mail: 'Please enter a subject, a text and the words of the link, none too long, in plain text.',
  no_such_country: 'There is no such country.',
  invalid_terms: 'Please enter a price from 0, days from 0 to 60 in their order, and keep delivering to Pakistan.',
}
