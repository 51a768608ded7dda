import type { ButtonHTMLAttributes } from 'react'

interface SubmitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The text while the form is being sent. */
  busy: string
}

/** A submit button. Scripts disable it and show `busy` while the form is being sent (platform/hydration/forms.ts). */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  return (
    <button data-busy={busy} aria-live="polite" {...button}>
      {children}
    </button>
  )
}
