import { useEffect } from 'react'

/** Leads on to another page after a while: by script where there is one, else by the document's own refresh. */
export function MoveOn({ to, after }: { to: string; after: number }) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(to), after * 1000)
    return () => clearTimeout(timer)
  }, [to, after])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${after};url=${to}`} />
    </noscript>
  )
}
