import type { ButtonHTMLAttributes } from 'react'

interface SubmitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The text while the form is being sent. */
  busy: string
  /** Whether React is sending the form in place. */
  isPending?: boolean
}

/** A submit button. It shows `busy` while its form is being sent: by React, or by pending.ts on the way to another page. */
export function SubmitButton({ busy, isPending = false, children, ...button }: SubmitButtonProps) {
  return (
    <button data-pending={busy} {...pendingProps(isPending)} {...button}>
      {isPending ? busy : children}
    </button>
  )
}

/** The attributes of a busy button. It isn't disabled, which would take the focus away. */
export function pendingProps(isPending: boolean) {
  return { 'aria-busy': isPending || undefined, 'aria-disabled': isPending || undefined }
}
