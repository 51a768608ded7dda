import type { ReactNode } from 'react'
import { counted } from '~/platform/text'
import { freeText } from '~/ui/free-text'
import { Flower } from '~/ui/icon'
import { Cell } from '../list/table'
import type { PrintedItem } from './printable.server'

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
      </div>
      {children}
    </>
  )
}

/** The shop's mark and name. */
export function Sender({ brand }: { brand: string }) {
  return (
    <p className="sheet-sender">
      <Flower /> <b>{brand}</b>
    </p>
  )
}

/** A product's name, its size and colour, and its article number. */
export function Article({ item: { name, size, color, sku } }: { item: PrintedItem }) {
  const chosen = [size, color].filter(Boolean).join(', ')
  return (
    <Cell
      more={[
        sku ? (
          <bdi key="sku" dir="ltr">
            {sku}
          </bdi>
        ) : null,
      ]}
    >
      <span {...freeText(name)}>{name}</span>
      <br />
      <b {...freeText(chosen)}>{chosen}</b>
    </Cell>
  )
}
