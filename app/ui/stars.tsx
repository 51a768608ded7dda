import type { CSSProperties } from 'react'

/** A rating as stars out of 5. `label` is for screen readers. */
export function Stars({ rating, label = `${rating} out of 5` }: { rating: number; label?: string | undefined }) {
  // React's types lack custom properties.
  const style = { '--rating': rating } as CSSProperties
  return <span className="stars" style={style} role="img" aria-label={label} />
}
