import { m } from '~/language/messages'
import { useContext, useState, type ComponentType, type MouseEvent, type ReactNode } from 'react'
import { LiteContext } from '~/platform/hydration/lite'
import type { View } from './enlarged'
import { pictureUrl } from './picture'
import { showBusyDuring } from './progress/pending'
import type { ViewsProps } from './zoom-views'

interface ZoomProps {
  /** All pictures that are shown enlarged, to be swiped through. */
  views: readonly View[]
  /** Index of the one that the link shows. */
  at: number
  children: ReactNode
}

/** A link from a picture to its large version. After hydration it shows it in the window, with the other views. Only for areas. */
export function Zoom({ views, at, children }: ZoomProps) {
  /** What shows the enlarged pictures, while they are open. */
  const [Views, setViews] = useState<ComponentType<ViewsProps>>()
  const isLite = useContext(LiteContext)
  const view = views[at]
  const url = view && pictureUrl(view.url, isLite ? 1120 : 2400, 'webp')
  if (!url) return children

  function open(event: MouseEvent): void {
    if (!('HTMLDialogElement' in window)) return
    event.preventDefault()
    const opened = import('./zoom-views').then((file) => setViews(() => file.Views))
    showBusyDuring(opened)
    opened.catch(() => window.location.assign(url ?? ''))
  }

  return (
    <>
      <a href={url} aria-label={m.ui_enlarge({ picture: view.alt })} onClick={open}>
        {children}
      </a>
      {Views ? <Views views={views} at={at} onClose={() => setViews(undefined)} /> : null}
    </>
  )
}
