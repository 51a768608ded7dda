import { m } from '~/language/messages'
import type { CSSProperties } from 'react'

/** A rating as stars out of 5. `label` is for screen readers. */
export function Stars({
  rating,
  label = m.ui_out_of_five({ rating }),
}: {
  rating: number
  label?: string | undefined
}) {
  // React's types lack custom properties.
  const style = { '--rating': rating } as CSSProperties
  return <span className="stars" style={style} role="img" aria-label={label} />
}
