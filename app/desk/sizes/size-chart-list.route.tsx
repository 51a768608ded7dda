import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { make, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import type { Options } from '../form/choice-field'
import { choice, line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { Table, TextLink } from '../list/table'
import { newChartSchema } from './chart.schema'
import { listCharts } from './charts.server'

/** What the measures of a table are entered in. It can't be changed, since its form would be read in another unit than it was typed in. */
const UNITS: Options = [
  ['cm', 'Centimetres'],
  ['in', 'Inches'],
]

export const { handle, meta } = deskPage('Sizes')

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { charts: await listCharts(await requireOperator(context, request)) }
}

/** Makes a table without sizes. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  return submit(
    context,
    newChartSchema,
    (chart) => make(db, 'desk_create_size_chart', { chart }),
    (_form, name) => [`/desk/sizes/${name}`, 'This is the new size table. The guide shows it once it has sizes.'],
  )
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
      <Table
        name="Size tables"
        rows={charts}
        columns={{
          Name: ({ name, title }) => <TextLink to={`/desk/sizes/${name}`} text={title} />,
          Sizes: ({ rows }) => <span dir="auto">{rows.map(({ size }) => size).join(', ') || 'None yet'}</span>,
        }}
      />
      <EditForm
        id="new-chart"
        name="New size table"
        schema={newChartSchema}
        fields={[
          [line('title', 'Title, such as Kurtis'), choice('unit', 'Measures are entered in', UNITS, 'cm')],
          line('advice', 'How to choose a row, such as Go by your bust'),
        ]}
        button="Add the size table"
      />
    </>
  )
}
