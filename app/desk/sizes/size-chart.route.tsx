import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CHART_NAMES } from '~/catalog/product-chart'
import { freeText } from '~/ui/free-text'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { change } from '../database.server'
import { deskPage, found } from '../desk-page'
import { submit } from '../form/form-actions.server'
import { readBraSizes, readRows } from './chart-fields'
import { ChartForm } from './chart-form'
import { listCharts } from './charts.server'
import { chartSchema } from './chart.schema'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Size table')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const chart = found((await listCharts(operator)).find(({ name }) => name === params.chart))
  return { chart, changes: await listChanges(operator, 'sizes', chart.name) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const name = found(CHART_NAMES.find((one) => one === params.chart))
  return submit(
    context,
    chartSchema,
    async ({ version, title, advice, bra_sizes: braSizes }) => {
      const rows = name === 'bra' ? readBraSizes(braSizes) : readRows(context.form)
      if (!rows.ok) return { ...rows, status: 400 }
      const chart = { title, advice, rows: rows.value }
      return change(db, 'desk_save_size_chart', { p_name: name, p_version: version, p_chart: chart })
    },
    () => [`/desk/sizes/${name}`, 'The size table is saved.'],
  )
}

export default function DeskSizeChart() {
  const { chart, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 {...freeText(chart.title)}>{chart.title}</h1>
      <p>
        <TextLink to={`/size-guide#${chart.name}`} text="See it in the shop" />
      </p>
      <ChartForm chart={chart} />
      <Changes changes={changes} />
    </>
  )
}
