/** What delivery costs, in paisa, as pages say it in advance; the database's `delivery_fee()` is what is charged. */
export const DELIVERY_FEE = 15_000
