/** Why the database refuses a change of colours, in words for the operator. */
export const COLORS_REFUSALS = {
  no_such_color: 'There is no such colour any more.',
  invalid_color: 'Please enter a name of at most 40 characters and a colour such as #6e2338.',
  color_exists: 'There is a colour with this name already.',
  color_in_use: 'Products still have it. Please remove it from them first.',
}
