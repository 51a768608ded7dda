import type { ReactNode } from 'react'

const LOOKS = { error: 'notice', success: 'notice notice-ok', info: 'notice notice-info' } as const

interface NoticeProps {
  type: keyof typeof LOOKS
  id?: string
  children: ReactNode
}

/** What became of a form or a page: a problem, a success or a remark. Screen readers announce it; a problem at once. */
export function Notice({ type, id, children }: NoticeProps) {
  return (
    <p className={LOOKS[type]} id={id} role={type === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
