import { RemixBrowser } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { keepInput } from './platform/hydration/keep-input'

const putBack = keepInput()

/** The server marks the title of a refused form; React hydrates it as the page's meta says it. */
const shownTitle = document.title
document.title = shownTitle.replace(/^Error: /, '')

/** One child, so that the ids React makes are those of the server. */
function Arrived({ children }: { children: ReactNode }) {
  useEffect(() => {
    putBack()
    document.title = shownTitle
    document.documentElement.dataset.hydrated = ''
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

/**
 * Remix's client throws a promise while it decodes the page's data, before it uses any hook. Were React to meet that, a
 * click meanwhile would have it hydrate at once and give up with error 345; so the promise is met here first.
 */
async function whenDecoded(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    if (decoding instanceof Promise) await decoding
  }
}

await whenDecoded()
hydrateRoot(
  document,
  <Arrived>
    <RemixBrowser />
  </Arrived>,
)
