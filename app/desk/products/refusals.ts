/** Why the database refuses a change of products, in words for the operator. */
export const PRODUCT_REFUSALS = {
  no_such_product: 'There is no such product any more.',
  no_such_size: 'A size was removed meanwhile. This page shows the sizes as they are now.',
  invalid_sku: 'Please enter an article number of at most 60 characters.',
  sku_exists: 'Another product has this article number.',
  invalid_features: 'Please give each feature a title of its own, in at most 120 characters.',
  invalid_name: 'Please enter a name of at most 160 characters.',
  invalid_price: 'Please enter a price in rupees above zero.',
  invalid_discount: 'Please enter a discount from 0 to 99.99 per cent.',
  invalid_period: 'A discount’s period needs a discount, and must end later than now and than it begins.',
  invalid_stock: 'Please enter a number of pieces from 0 to 100000.',
  invalid_size: 'Please enter the name of each new size, in at most 20 characters.',
  size_exists: 'The product has this size already.',
}
