import type { ReactNode } from 'react'

interface PanelProps {
  /** Of the heading. */
  id: string
  title: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ id, title, className = 'panel stack', children }: PanelProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
