import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { deskPage } from '../desk-page'
import { listCharts } from './charts.server'

export const { handle, meta } = deskPage('Sizes')

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { charts: await listCharts(await requireOperator(context, request)) }
}

export default function SizeCharts() {
  const { charts } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Sizes</h1>
      <p className="muted small">
        The tables of the <a href="/size-guide">size guide</a>, which products show too. A{' '}
        <a href="/desk/categories">category</a> says which one is that of its products.
      </p>
      <ul className="stack">
        {charts.map(({ name, title, rows }) => (
          <li key={name}>
            <a className="link" href={`/desk/sizes/${name}`} dir="auto">
              {title}
            </a>{' '}
            <span className="muted small" dir="auto">
              {rows.map(({ size }) => size).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
