import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { Flower } from './icon'
import { TryAgain } from './try-again'

/** What a page says that couldn't be loaded: nothing is lost. */
export const LATER = m.ui_our_fault

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

/** In place of a list or page that couldn't be read. */
export function NotLoaded({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <p className="muted">{LATER()}</p>
      <TryAgain />
    </Empty>
  )
}
