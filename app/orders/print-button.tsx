import { m } from '~/language/messages'

/** Prints the page. Hidden without JavaScript (platform/hydration/page-enhancements.ts); the browser's menu prints everywhere. */
export function PrintButton({ label = m.orders_print() }: { label?: string }) {
  return (
    <button type="button" className="link print-button" hidden data-print data-arrival="idle">
      {label}
    </button>
  )
}
