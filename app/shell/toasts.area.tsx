import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { toastDuration, withToast, type Message } from './toast'

interface ToastsProps {
  flash: Message | null
  /** The page's own duration, in milliseconds. */
  duration?: number
  position?: 'right'
}

/** The page's flash messages: a banner at the top, and toasts that disappear after hydration. */
export const Toasts = area('shell/toasts', ToastList)

function ToastList({ flash, duration: pageDuration, position }: ToastsProps) {
  const [toasts, setToasts] = useState<(Message & { id: number })[]>([])
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => {
    setHydrated(true)
    if (!flash) return
    const toast = { ...flash, id: performance.now() }
    setToasts((shown) => withToast(shown, toast))
    const duration = toastDuration(flash.type, pageDuration)
    if (duration === null) return
    // Not cleared by the next message, since each toast has its own timer.
    setTimeout(() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id)), duration)
  }, [flash, pageDuration])
  const messages = isHydrated ? toasts : flash ? [{ ...flash, id: 0 }] : []
  if (messages.length === 0) return null
  return (
    <div className={isHydrated ? `toasts${position ? ' toasts-right' : ''}` : undefined}>
      {messages.map((toast) => (
        <p key={toast.id} className="flash" data-type={toast.type} role={toast.type === 'error' ? 'alert' : 'status'}>
          {toast.message}
        </p>
      ))}
    </div>
  )
}
