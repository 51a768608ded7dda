import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'

/** What a form's answer says, for a while at the top right; its words stay above the form, where they are read out. */
export const FormToast = area('ui/form-toast', FormMessage)

interface FormMessageProps {
  message: string
  /** How long it stays, in milliseconds. */
  duration: number
}

function FormMessage({ message, duration }: FormMessageProps) {
  // Where no script could take it away again it isn't shown.
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
