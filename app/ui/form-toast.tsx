import { useEffect, useState } from 'react'

/** What a form's answer says, for a while at the top right; its words stay above the form, where they are read out. */
export function FormToast({
  message,
  type,
  duration,
}: {
  message?: string
  type: 'error' | 'info'
  duration?: number
}) {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    setShown(message)
    if (message === undefined || duration === undefined) return
    const timer = setTimeout(() => setShown(undefined), duration)
    return () => clearTimeout(timer)
  }, [message, duration])
  if (shown === undefined) return null
  return (
    <div className="toasts toasts-right" aria-hidden="true">
      <p className="flash" data-type={type}>
        {shown}
      </p>
    </div>
  )
}
