import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CHART_NAMES } from '~/catalog/product-chart'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { readBraSizes, readRows } from './chart-fields'
import { ChartForm } from './chart-form'
import { listCharts, saveChart } from './charts.server'
import { chartSchema } from './chart.schema'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Size table', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const chart = (await listCharts(operator)).find(({ name }) => name === params.chart)
  if (!chart) throw new Response(null, { status: 404 })
  return { chart, changes: await listChanges(operator, { who: '', kind: 'sizes', subject: chart.name, before: null }) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const name = CHART_NAMES.find((one) => one === params.chart)
  if (!name) throw new Response(null, { status: 404 })
  const form = await parseForm(context.form, chartSchema)
  if (!form.ok) return invalid(form)
  const rows = name === 'bra' ? readBraSizes(form.value.bra_sizes) : readRows(context.form)
  if (!rows.ok) return refused(form, rows.refusal, 400)
  const result = await saveChart(operator, name, form.value, rows.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/sizes/${name}`, 'The size table is saved.')
}

export default function DeskSizeChart() {
  const { chart, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 {...freeText(chart.title)}>{chart.title}</h1>
      <p>
        <a className="link" href={`/size-guide#${chart.name}`}>
          See it in the shop
        </a>
      </p>
      <ChartForm chart={chart} reply={usePostedForm(useActionData<typeof action>()?.form)} />
      <Changes changes={changes} />
    </>
  )
}
