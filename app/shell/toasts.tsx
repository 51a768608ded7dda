import { useEffect, useState } from 'react'

interface Message {
  message: string
  type: string
}

/** How long a toast stays (document 1, section 9). */
const SUCCESS_MS = 2000
const OTHER_MS = 4000

/** A message after a redirect: a banner at the top of the page, and once React is there a toast that goes by itself. */
export function Toasts({ flash }: { flash: Message | null }) {
  const [isToast, setToast] = useState(false)
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    if (!flash) return
    setToast(true)
    const timer = setTimeout(() => setOpen(false), flash.type === 'success' ? SUCCESS_MS : OTHER_MS)
    return () => clearTimeout(timer)
  }, [flash])
  if (!flash || !isOpen) return null
  return (
    <div className={isToast ? 'toasts' : undefined}>
      <p className="flash" data-type={flash.type} role={flash.type === 'error' ? 'alert' : 'status'}>
        {flash.message}
      </p>
    </div>
  )
}
