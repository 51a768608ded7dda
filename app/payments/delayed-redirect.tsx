/** Navigates to another page after some seconds: by script, or by a meta refresh without scripts. */
export function DelayedRedirect({ to, after }: { to: string; after: number }) {
  return (
    <>
      <span hidden data-arrival="idle" data-move-on={to} data-after={after} />
      <noscript>
        <meta httpEquiv="refresh" content={`${after};url=${to}`} />
      </noscript>
    </>
  )
}
