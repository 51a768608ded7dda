/** Money is whole paisa in the shop; the database and PayFast speak rupees with two decimals. */

/** Rupees as the database gives them (2499 or 1867.5), as paisa. */
export function toPaisa(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Paisa as rupees with two decimals and no grouping: what a payment page takes. `165000` is `1650.00`. */
export function toRupees(paisa: number): string {
  const whole = Math.trunc(paisa / 100)
  return `${whole}.${String(paisa % 100).padStart(2, '0')}`
}

/** `Rs. 2,499.00`: the one way a sum is shown. */
export function formatMoney(paisa: number): string {
  const [rupees = '0', rest = '00'] = toRupees(Math.abs(paisa)).split('.')
  return `${paisa < 0 ? '−' : ''}Rs. ${rupees.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}
