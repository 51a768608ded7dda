import { data, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { counted } from '~/platform/text'
import { momentWords } from '../../dates'
import { atDesk, byIntent } from '../../desk.server'
import { deskPage, found, idOf } from '../../desk-page'
import { Table, TextLink } from '../../list/table'
import { Panel } from '../../panel'
import { partUrl } from '../product-query'
import { addPictures, readArchive, type Archive } from './archive.server'
import { archiveProblem } from './archive-words'

export const { handle, meta } = deskPage('Pictures of an archive')

/** The page loads itself again while its pictures are added. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const loader = atDesk(async ({ operator, params }) => {
  const archive = found(await readArchive(operator, idOf(params)))
  const isWorking = archive.started_at !== null && archive.waiting > 0
  return data({ archive }, isWorking ? { headers: { Refresh: '2' } } : undefined)
})

export const action = atDesk(({ operator, context, params }) => {
  const id = idOf(params)
  const page = `/desk/products/pictures/${id}`
  return byIntent(context, page, {
    add: async () => {
      const begun = await addPictures(context, operator, id)
      return begun.ok
        ? context.flashes.success(page, 'The pictures are being added. This goes on if you close the page.')
        : context.flashes.error(page, begun.refusal)
    },
  })
})

export default function ArchivePage() {
  const { archive } = useLoaderData<typeof loader>()
  const { file_name: name, made_at: at, by, files } = archive
  const taken = files.filter(({ problem }) => problem === null)
  const left = files.filter(({ problem }) => problem !== null)
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="muted small">
        {momentWords(at)}, {by}. <a href="/desk/products/pictures">Another archive</a>
      </p>
      <Progress archive={archive} taken={taken.length} />
      {left.length === 0 ? null : (
        <>
          <h2>Files that aren’t used</h2>
          <Table
            name="Files that aren’t used"
            rows={left}
            columns={{
              File: ({ name: file }) => <bdi>{file}</bdi>,
              Why: ({ problem }) => archiveProblem(problem ?? ''),
            }}
          />
        </>
      )}
      <h2>Pictures</h2>
      {taken.length === 0 ? (
        <p className="muted">Nothing would be added.</p>
      ) : (
        <Table
          name="Pictures"
          rows={taken}
          numbers={['Number']}
          columns={{
            File: ({ name: file }) => <bdi>{file}</bdi>,
            Product: ({ product_id: id, product }) =>
              id && product ? <TextLink to={partUrl(id, 'pictures')} text={product} /> : '–',
            Colour: ({ color }) => (color ? <bdi>{color}</bdi> : 'All'),
            Number: ({ number }) => number ?? '–',
            State: ({ is_done: isDone }) => (isDone ? 'Added' : archive.started_at ? 'Waits' : 'New'),
          }}
        />
      )}
    </>
  )
}

function Progress({ archive: { started_at: started, waiting }, taken }: { archive: Archive; taken: number }) {
  if (taken === 0) return null
  const products = 'Each is added after the pictures of its product.'
  return (
    <Panel id="progress-title" title={started === null ? 'Dry run' : 'Progress'}>
      {started === null ? (
        <p>
          Nothing is changed yet: {counted(taken, 'picture')} would be added. {products}
        </p>
      ) : (
        <p>
          <label htmlFor="added">
            {taken - waiting} of {counted(taken, 'picture')} added.
          </label>
          <br />
          <progress id="added" className="desk-progress" value={taken - waiting} max={taken} />
        </p>
      )}
      {waiting === 0 ? null : (
        <form method="post" className="stack">
          {started === null ? null : (
            <p className="muted small">If this number stays for two minutes, go on with it.</p>
          )}
          <p>
            <button className={started === null ? 'button' : 'button button-outline'} name="intent" value="add">
              {started === null ? 'Add the pictures' : 'Go on'}
            </button>
          </p>
        </form>
      )}
    </Panel>
  )
}
