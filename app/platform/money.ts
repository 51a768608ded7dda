import { currentLanguage } from '~/language/current'
import { inOneLine } from '~/language/formats'
import { directionOf } from '~/language/languages'
import { m } from '~/language/messages'

/** Sums are whole paisa in the shop, and rupees with two decimals in the database and at PayFast. */

export const CURRENCY = 'PKR'

/** Converts rupees from the database (2499 or 1867.5) to paisa. */
export function toPaisa(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Formats paisa as rupees for a payment page, without separators: `165000` is `1650.00`. */
export function toRupees(paisa: number): string {
  return (paisa / 100).toFixed(2)
}

/** LEFT-TO-RIGHT MARK. */
const LTR_MARK = '\u200e'

/** Formats a sum as shoppers see it: `Rs. 2,499.00` (XX-23). */
export function formatMoney(paisa: number): string {
  const [whole = '', rest = ''] = toRupees(Math.abs(paisa)).split('.')
  return `${paisa < 0 ? minus() : ''}Rs. ${inThousands(whole)}.${rest}`
}

/** Within a text that runs right to left, a bare minus would stand behind the sum. */
const minus = () => (directionOf(currentLanguage()) === 'rtl' ? `${LTR_MARK}−` : '−')

/** Returns a sum within a sentence: in Urdu '2,499 روپے', whose full stop would read as a minus after figures. */
export function moneyInText(paisa: number): string {
  const amount = formatMoney(paisa).replace('Rs. ', '')
  return inOneLine(m.platform_rupees({ amount: currentLanguage() === 'ur' ? amount.replace(/\.00$/, '') : amount }))
}

/** Returns digits with commas: '1234567' as '1,234,567'. */
function inThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}
