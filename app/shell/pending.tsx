import { useEffect, useState } from 'react'

/** Quick answers need no sign that one waits. */
const AFTER_MS = 300

/** A spinner while the next page is on its way (A34). Links and forms load documents, so only leaving has to be seen. */
export function Pending() {
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setPending(true), AFTER_MS)
    }
    const end = () => {
      clearTimeout(timer)
      setPending(false)
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isElsewhere =
        event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
      if (isElsewhere || !link || link.target || link.origin !== window.location.origin) return
      if (link.pathname + link.search !== window.location.pathname + window.location.search) begin()
    }
    const onSubmit = (event: SubmitEvent) => {
      const isDialog = event.target instanceof HTMLFormElement && event.target.method === 'dialog'
      if (!event.defaultPrevented && !isDialog) begin()
    }
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
    window.addEventListener('pageshow', end)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('submit', onSubmit)
      window.removeEventListener('pageshow', end)
      clearTimeout(timer)
    }
  }, [])
  if (!isPending) return null
  return (
    <p className="pending" role="status">
      <span className="spinner" aria-hidden="true" /> Loading…
    </p>
  )
}
