import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { toastDuration, withToast, type Message } from './toast'

interface ToastsProps {
  flash: Message | null
  /** The page's own time, in milliseconds. */
  lasting?: number
  place?: 'right'
}

/**
 * The message that came with this document: a banner at its top, and once React is there a toast that goes by itself.
 * Messages that come later, with an answer to a form, stand beside it.
 */
export const Toasts = area('shell/toasts', ToastList)

function ToastList({ flash, lasting, place }: ToastsProps) {
  const [toasts, setToasts] = useState<(Message & { id: number })[]>([])
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    setThere(true)
    if (!flash) return
    const toast = { ...flash, id: performance.now() }
    setToasts((shown) => withToast(shown, toast))
    const duration = toastDuration(flash.type, lasting)
    if (duration === null) return
    // Not cleared when the next message comes: each goes in its own time.
    setTimeout(() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id)), duration)
  }, [flash, lasting])
  const messages = isThere ? toasts : flash ? [{ ...flash, id: 0 }] : []
  if (messages.length === 0) return null
  return (
    <div className={isThere ? `toasts${place ? ' toasts-right' : ''}` : undefined}>
      {messages.map((toast) => (
        <p key={toast.id} className="flash" data-type={toast.type} role={toast.type === 'error' ? 'alert' : 'status'}>
          {toast.message}
        </p>
      ))}
    </div>
  )
}
