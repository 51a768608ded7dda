import { useEffect, useRef, useState, type ButtonHTMLAttributes } from 'react'

interface SubmitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it reads while the form is on its way. */
  busy: string
}

/** A submit button that says so, and can't be pressed twice, while its form is on its way. */
export function SubmitButton({ busy, children, disabled, ...button }: SubmitButtonProps) {
  const [pressed, setPressed] = useState<'this' | 'another' | null>(null)
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = element.current?.form
    // After the browser has read the form: a disabled button would not be part of it.
    const start = ({ submitter }: SubmitEvent) => {
      const isSame = submitter instanceof HTMLButtonElement && submitter.value === element.current?.value
      const isAnother = submitter !== null && !isSame
      setTimeout(() => setPressed(isAnother ? 'another' : 'this'))
    }
    const stop = () => setPressed(null)
    form?.addEventListener('submit', start)
    window.addEventListener('pageshow', stop)
    return () => {
      form?.removeEventListener('submit', start)
      window.removeEventListener('pageshow', stop)
    }
  }, [])
  return (
    <button ref={element} disabled={disabled || pressed !== null} aria-live="polite" {...button}>
      {pressed === 'this' ? busy : children}
    </button>
  )
}
