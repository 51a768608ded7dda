import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { counted } from '~/platform/text'
import { Picture } from '~/ui/picture'
import { dateWords } from '../dates'
import { deskPage } from '../desk-page'
import { toPick } from './pick'
import { Article, PrintPage, Sender } from './print-page'
import { readPrintable } from './printable.server'

export const { handle, meta } = deskPage('Pick list')

export async function loader(given: LoaderFunctionArgs) {
  const { printed, sender } = await readPrintable(given)
  return { rows: toPick(printed), orders: printed.length, brand: sender.brand, now: new Date().toISOString() }
}

export default function PickList() {
  const { rows, orders, brand, now } = useLoaderData<typeof loader>()
  return (
    <PrintPage title="Pick list" count={Math.min(orders, 1)}>
      {orders === 0 ? null : (
        <article className="slip">
          <div className="slip-head">
            <Sender brand={brand} />
            <h2>
              {counted(
                rows.reduce((sum, { quantity }) => sum + quantity, 0),
                'piece',
              )}{' '}
              of {counted(orders, 'order')}, {dateWords(now)}
            </h2>
          </div>
          <table className="desk-table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="hidden-visually">Picked</span>
                </th>
                <th scope="col">Shelf</th>
                <th scope="col">Pieces</th>
                <th scope="col">
                  <span className="hidden-visually">Picture</span>
                </th>
                <th scope="col">Product</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td aria-label="To tick">☐</td>
                  <td dir="auto">{row.shelf ?? '–'}</td>
                  <td>{row.quantity}</td>
                  <td>
                    <Picture source={row.picture} alt="" widths={[160]} sizes="56px" />
                  </td>
                  <td>
                    <Article item={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      )}
    </PrintPage>
  )
}
