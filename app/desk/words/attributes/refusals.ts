/** Why the database refuses a change of attributes, in words for the operator. */
export const ATTRIBUTES_REFUSALS = {
  no_such_attribute: 'There is no such attribute or value any more.',
  invalid_attribute: 'Please enter a name of at most 40 characters, and up to 40 values, each once.',
  attribute_exists: 'There is an attribute with this name already.',
  attribute_in_use: 'Products still have it. Please remove it from them first.',
  value_in_use: 'Products still have a value that you removed. This page shows all values again.',
}
