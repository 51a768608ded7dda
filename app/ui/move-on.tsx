/** Leads on to another page after so many seconds: by script where there is one, else by the document's own refresh. */
export function MoveOn({ to, after }: { to: string; after: number }) {
  return (
    <>
      <span hidden data-arrival="idle" data-move-on={to} data-after={after} />
      <noscript>
        <meta httpEquiv="refresh" content={`${after};url=${to}`} />
      </noscript>
    </>
  )
}
