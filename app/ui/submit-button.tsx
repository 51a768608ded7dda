import type { ButtonHTMLAttributes } from 'react'

interface SubmitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it reads while the form is on its way (platform/hydration/forms.ts). */
  busy: string
}

/** A submit button that says so, and can't be pressed twice, while its form is on its way. */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  return (
    <button data-busy={busy} aria-live="polite" {...button}>
      {children}
    </button>
  )
}
