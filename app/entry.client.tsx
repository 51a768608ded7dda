import { RemixBrowser } from '@remix-run/react'
import { startTransition, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { keepInput } from './platform/keep-input'

const putBack = keepInput()

/** One child, so that the ids React makes are those of the server. */
function Arrived({ children }: { children: ReactNode }) {
  useEffect(() => {
    putBack()
    document.documentElement.dataset.hydrated = ''
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <Arrived>
      <RemixBrowser />
    </Arrived>,
  )
})
