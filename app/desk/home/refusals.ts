/** Why the database refuses a change of the home page, in words for the operator. */
export const HOME_REFUSALS = {
  no_such_banner: 'There is no such banner any more.',
  invalid_banner: 'Please enter a title of at most 160 characters, and nothing that is too long.',
  invalid_link: 'Please enter an address within the shop, such as /on-sale.',
  no_banner_picture: 'Please choose a picture, or upload one.',
  no_such_testimonial: 'There is no such testimonial any more.',
  invalid_testimonial: 'Please enter what the customer says in at most 500 characters, and 1 to 5 stars.',
  no_such_statistic: 'There is no such figure any more.',
  invalid_statistic: 'Please enter the words, and a whole number from 0.',
}
