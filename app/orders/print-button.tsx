import { useEffect, useState } from 'react'

/** Prints the page where scripts run; the browser's own menu prints it everywhere. */
export function PrintButton() {
  const [canPrint, setCanPrint] = useState(false)
  useEffect(() => setCanPrint(true), [])
  if (!canPrint) return null
  return (
    <button type="button" className="link print-button" onClick={() => window.print()}>
      Print this order
    </button>
  )
}
