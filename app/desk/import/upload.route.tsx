import { useLoaderData } from '@remix-run/react'
import { redirectTo } from '~/platform/context.server'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { counted } from '~/platform/text'
import { momentWords } from '../dates'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { tick, uncompared } from '../form/edit-fields'
import { FileField } from '../form/choice-field'
import { EditForm } from '../form/edit-form'
import { HEADINGS } from './columns'
import { TABLES } from './accepted'
import { uploadSchema } from './import.schema'
import { type ImportHead, listImports } from './imports.server'
import { uploadFile } from './upload.server'
import { LinkLine } from '../list/table'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Products as a file')

export const loader = atDesk(async ({ operator }) => ({ imports: await listImports(operator) }))

/** Stores the rows of a file, and goes on to its dry run. */
export const action = atDesk(async ({ operator, context }) => {
  const form = await parseForm(context.form, uploadSchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const stored = await uploadFile(operator, form.value.file, form.value.new_sizes)
  if (!stored.ok) return refused(reply, stored.refusal, 400)
  return redirectTo(`/desk/products/import/${stored.value}`)
})

export default function ProductFile() {
  const { imports } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Products as a file</h1>
      <LinkLine to="/desk/products/export" text="Save all products as CSV" />
      <EditForm
        id="upload"
        name="Import"
        schema={uploadSchema}
        isLarge
        fields={[
          <p key="about">First you see every change and every bad row. Nothing is changed before you say so.</p>,
          uncompared('file', (field) => (
            <FileField field={field} label="Excel or CSV file, up to 15 MB and 20,000 rows" accept={TABLES} required />
          )),
          tick('new_sizes', 'The file has sizes that no product of the shop has yet', false),
        ]}
        button="Compare with the shop"
      />
      <Imports imports={imports} />
      <Rules />
    </>
  )
}

function Imports({ imports }: { imports: readonly ImportHead[] }) {
  if (imports.length === 0) return null
  return (
    <Panel id="imports-title" title="Files of the last day">
      <ul className="stack">
        {imports.map(({ id, file_name: name, made_at: at, by, total, checked, applied_at: applied }) => (
          <li key={id}>
            <a className="link" href={`/desk/products/import/${id}`}>
              <bdi>{name}</bdi>
            </a>
            <br />
            <span className="muted small">
              {momentWords(at)}, {by}, {counted(total, 'row')}:{' '}
              {applied ? `applied ${momentWords(applied)}` : checked < total ? 'being compared' : 'not applied'}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Rules() {
  return (
    <details className="panel">
      <summary>How the file is read</summary>
      <ul className="desk-rules stack">
        <li>
          Each row is a size of a product. A column that is missing changes nothing, and neither does a row that is
          missing: nothing is removed by a file. An empty cell empties what it is about; an empty stock isn’t counted.
        </li>
        <li>
          “{HEADINGS.product}” is the end of the product’s address in the shop. One that the shop doesn’t have makes a
          new product, a draft unless “{HEADINGS.state}” says published.
        </li>
        <li>What is said of a product, such as its price, has to be the same in all of its rows.</li>
        <li>
          “{HEADINGS.stock_by_color}” has the pieces of each colour, such as Black 3 | Pink 0 | Red not counted. “
          {HEADINGS.stock}” is then their sum, and needn’t be changed. A size that is counted as a whole is counted by
          colour from then on; a colour that isn’t named has none, or keeps what it has. An empty cell changes nothing.
        </li>
        <li>
          “{HEADINGS.stock_was}”, “{HEADINGS.stock_by_color_was}” and “{HEADINGS.version}” are how it was exported.
          Leave them alone: what has been sold or changed since isn’t overwritten then.
        </li>
        <li>
          The first sheet of a workbook (.xlsx); or CSV in UTF-8, with commas, semicolons or tabs; also Excel’s “Unicode
          text”.
        </li>
      </ul>
    </details>
  )
}
