import type { CSSProperties } from 'react'

/** A rating as stars out of 5. */
export function Stars({ rating }: { rating: number }) {
  // React's types lack custom properties.
  const style = { '--rating': rating } as CSSProperties
  return <span className="stars" style={style} role="img" aria-label={`${rating} out of 5`} />
}
