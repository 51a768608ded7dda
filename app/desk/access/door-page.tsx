import type { ReactNode } from 'react'
import { Flower } from '~/ui/icon'
import { DeskMessage } from '../desk-message'

/** A page of the sign-in, without the desk's navigation. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="wrap section stack">
      <div className="account">
        <DeskMessage />
        <div className="account-head">
          <Flower large />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  )
}
