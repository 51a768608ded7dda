import type { CSSProperties } from 'react'

/** A rating as stars out of 5. */
export function Stars({ rating }: { rating: number }) {
  // A custom property, which React's types don't know.
  const style = { '--rating': rating } as CSSProperties
  return <span className="stars" style={style} role="img" aria-label={`${rating} out of 5`} />
}
