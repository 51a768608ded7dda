/** Prints the page; shown where scripts run (platform/hydration/page-enhancements.ts). The browser's own menu prints it everywhere. */
export function PrintButton() {
  return (
    <button type="button" className="link print-button" hidden data-print data-arrival="idle">
      Print this order
    </button>
  )
}
