import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { SECOND } from '~/platform/time'

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

interface Message {
  message: string
  type: string
}

/** XX-15 */
const MAX_TOASTS = 20

/** Returns the duration of a toast in milliseconds, or null for no limit (XX-12, XX-13, XX-14). `onPage` is the page's own duration. */
export function toastDuration(type: string, onPage?: number): number | null {
  if (type === 'loading') return null
  if (onPage !== undefined) return onPage
  return type === 'success' ? 2 * SECOND : 4 * SECOND
}

/** Adds a toast. Drops the oldest ones above the maximum. */
export function withToast<Toast>(toasts: readonly Toast[], added: Toast): Toast[] {
  return [...toasts, added].slice(-MAX_TOASTS)
}
