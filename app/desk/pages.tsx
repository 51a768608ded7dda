/** Links to the pages before and after. */
export function Pages({ page, last, urlOf }: { page: number; last: number; urlOf: (page: number) => string }) {
  if (last <= 1) return null
  return (
    <nav className="desk-pages" aria-label="Pages">
      {page > 1 ? (
        <a className="link" href={urlOf(page - 1)} rel="prev">
          Before
        </a>
      ) : null}
      <span>
        Page {page} of {last}
      </span>
      {page < last ? (
        <a className="link" href={urlOf(page + 1)} rel="next">
          Next
        </a>
      ) : null}
    </nav>
  )
}
