/** Prints the page. Hidden without JavaScript (platform/hydration/page-enhancements.ts); the browser's menu prints everywhere. */
export function PrintButton({ what = 'order' }: { what?: string }) {
  return (
    <button type="button" className="link print-button" hidden data-print data-arrival="idle">
      {`Print this ${what}`}
    </button>
  )
}
