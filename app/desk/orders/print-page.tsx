import type { ReactNode } from 'react'
import { counted } from '~/platform/text'
import { LinkLine } from '../list/table'

/** The head of a page to print; printers don't get it. */
export function PrintPage({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <>
      <div className="desk-screen stack">
        <h1>{title}</h1>
        <p>
          {count === 0
            ? 'No orders are chosen. Tick some in the list first.'
            : `${counted(count, 'sheet')}. Print this page from the menu of your browser.`}
        </p>
        <LinkLine to="/desk/orders" text="Back to the orders" />
      </div>
      {children}
    </>
  )
}
