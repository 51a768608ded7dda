/** Why the database refuses a change of categories, in words for the operator. */
export const CATEGORIES_REFUSALS = {
  no_such_category: 'There is no such category any more.',
  invalid_category: 'Please enter a name of at most 80 characters and a description of at most 300.',
  category_exists: 'There is a category with this name already.',
  category_too_deep: 'Categories have at most three levels, and none is within itself.',
  category_in_use: 'Products or other categories are still in it. Please move them to another one first.',
}
