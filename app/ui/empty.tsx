import type { ReactNode } from 'react'
import { Flower } from './icon'

/** What a page says that couldn't be loaded: nothing is lost. */
export const LATER = 'It is our fault, not yours, and usually over within a minute.'

/** An empty state: one line of text, and at most one link or button. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Flower large />
      <p className="empty-text">{text}</p>
      {children}
    </div>
  )
}
