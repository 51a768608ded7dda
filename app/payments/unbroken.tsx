import type { ReactNode } from 'react'

/** A number or an address within a sentence: in one line, from left to right in every language. */
export function Unbroken({ children }: { children?: ReactNode }) {
  return (
    <bdi className="unbroken" dir="ltr">
      {children}
    </bdi>
  )
}
