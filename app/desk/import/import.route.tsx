import { data, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { refuse } from '~/platform/result'
import { atDesk, byIntent, press, submit } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { pageNumber } from '../list/list-address'
import { ImportReport } from './import-report'
import { anotherSchema } from './import.schema'
import {
  LISTS,
  type ImportProgress,
  applyImport,
  compareRows,
  leaveOutBadRows,
  readImport,
  reverseImport,
} from './imports.server'

export const { handle, meta } = deskPage('Import of products')

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** Compares some more rows, until all are; then shows the dry run, or what was applied. */
export const loader = atDesk(async ({ operator, request, params }) => {
  const id = idOf(params)
  const progress = await compareRows(operator, id)
  if (progress && progress.checked < progress.total)
    return data({ progress, report: null, list: LISTS[0], page: 1 }, { headers: { Refresh: '1' } })
  const { searchParams } = new URL(request.url)
  const wanted = LISTS.find((one) => one === searchParams.get('list'))
  const page = pageNumber(searchParams)
  const report = found(progress && (await readImport(operator, id, wanted ?? 'problems', page)))
  if (wanted || report.bad > 0) return data({ progress, report, list: wanted ?? 'problems', page })
  return data({ progress, report: await readImport(operator, id, 'changes', page), list: 'changes' as const, page })
})

export const action = atDesk(async ({ operator, context, params }) => {
  const id = idOf(params)
  const path = `/desk/products/import/${id}`
  const apply = async (version: number) => {
    const applied = await applyImport(operator, id, version, context.form.get('is_sure') === 'on')
    return !applied.ok || applied.value ? applied : refuse(CHANGED)
  }
  const another = (work: typeof reverseImport) =>
    submit(
      context,
      anotherSchema,
      () => work(operator, id),
      (_given, made) => [`/desk/products/import/${made}`, 'Nothing is changed yet. Please look at what would be.'],
    )
  return byIntent(context, path, {
    apply: () => press(context, path, apply, [path, 'All changes are made.']),
    'leave-out': () => another(leaveOutBadRows),
    reverse: () => another(reverseImport),
  })
})

const CHANGED =
  'Products were changed meanwhile, so nothing was done. This is a new dry run; please look, and apply it then.'

export default function Import() {
  const { progress, report, list, page } = useLoaderData<typeof loader>()
  return report ? <ImportReport report={report} list={list} page={page} /> : <Progress progress={progress} />
}

/** The page loads itself again each second. */
function Progress({ progress }: { progress: ImportProgress | null }) {
  const { checked, total } = progress ?? { checked: 0, total: 1 }
  return (
    <>
      <h1>Import of products</h1>
      <p>
        <label htmlFor="compared">
          {checked} of {total} rows are compared with the shop.
        </label>
        <br />
        <progress id="compared" className="desk-progress" value={checked} max={total} />
      </p>
      <p className="muted">
        This page goes on by itself. If you close it, you find it again among the{' '}
        <a href="/desk/products/import">files of the last day</a>.
      </p>
      <form>
        <button className="button button-outline">Go on now</button>
      </form>
    </>
  )
}
