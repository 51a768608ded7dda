import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'

/** Shows a form's error in a toast at the top right. It is hidden from screen readers, which read the error above the form. */
export const FormToast = area('ui/form-toast', FormMessage)

interface FormMessageProps {
  message: string
  /** In milliseconds. */
  duration: number
}

function FormMessage({ message, duration }: FormMessageProps) {
  // Not rendered on the server, since without scripts it would stay.
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    setShown(message)
    const timer = setTimeout(() => setShown(undefined), duration)
    return () => clearTimeout(timer)
  }, [message, duration])
  if (shown === undefined) return null
  return (
    <div className="toasts toasts-right" aria-hidden="true">
      <p className="flash" data-type="error">
        {shown}
      </p>
    </div>
  )
}
