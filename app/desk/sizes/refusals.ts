/** Why the database refuses a change of size tables, in words for the operator. */
export const SIZES_REFUSALS = {
  no_such_chart: 'There is no such size table.',
  invalid_chart: 'Please give each size a name of its own and measures from 20 to 250 cm.',
}
