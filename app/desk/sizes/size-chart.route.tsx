import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { dispatch } from '~/platform/http/forms.server'
import { freeText } from '~/ui/free-text'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { change, press, submit } from '../desk.server'
import { deskPage, found } from '../desk-page'
import { ButtonForm } from '../form/button-form'
import { readBraSizes, readRows } from './chart-fields'
import { ChartForm } from './chart-form'
import { listCharts } from './charts.server'
import { chartSchema } from './chart.schema'
import { LinkLine } from '../list/table'
import { listTexts } from '../translations/translations.server'
import { UrduForm } from '../translations/urdu-form'
import { listCategories } from '../words/categories/categories.server'

export const { handle, meta } = deskPage('Size table')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const [charts, categories] = await Promise.all([listCharts(operator), listCategories(operator)])
  const chart = found(charts.find(({ name }) => name === params.chart))
  const users = categories.filter(({ size_chart: own }) => own === chart.name).map(({ name }) => name)
  const urdu = await listTexts(operator, { kind: 'sizes', owner: chart.name })
  return { chart, users, urdu, changes: await listChanges(operator, 'sizes', chart.name) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { db } = operator
  const { name, unit } = found((await listCharts(operator)).find((one) => one.name === params.chart))
  const page = `/desk/sizes/${name}`
  const save = () =>
    submit(
      context,
      chartSchema,
      async ({ version, title, advice, bra_sizes: braSizes }) => {
        const rows = name === 'bra' ? readBraSizes(braSizes) : readRows(context.form, unit)
        if (!rows.ok) return { ...rows, status: 400 }
        const chart = { title, advice, rows: rows.value }
        return change(db, 'desk_save_size_chart', { name, version, chart })
      },
      () => [page, 'The size table is saved.'],
    )
  const remove = () =>
    press(context, page, (version) => change(db, 'desk_remove_size_chart', { name, version }), [
      '/desk/sizes',
      'The size table is removed.',
    ])
  return (dispatch(context.form.get('intent'), { remove }) ?? save)()
}

/** The tables that the size finder reads. */
const NEEDED = new Set(['bra', 'soft-bra'])

export default function DeskSizeChart() {
  const { chart, users, urdu, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 {...freeText(chart.title)}>{chart.title}</h1>
      <LinkLine to={`/size-guide?chart=${chart.name}#${chart.name}`} text="See it in the shop" />
      <ChartForm chart={chart} />
      <UrduForm kind="sizes" owner={chart.name} texts={urdu} />
      {NEEDED.has(chart.name) ? (
        <p className="muted">The size finder reads this table, so it can’t be removed.</p>
      ) : users.length > 0 ? (
        <p className="muted">
          It can’t be removed while a category has it: <bdi>{users.join(', ')}</bdi>.
        </p>
      ) : (
        <ButtonForm name="Removal" version={chart.version} buttons={{ remove: 'Remove the size table' }} />
      )}
      <Changes changes={changes} />
    </>
  )
}
