import { useLoaderData } from '@remix-run/react'
import { counted } from '~/platform/text'
import { redirectTo } from '~/platform/context.server'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { momentWords } from '../../dates'
import { atDesk } from '../../desk.server'
import { deskPage } from '../../desk-page'
import { FileField } from '../../form/choice-field'
import { choice, uncompared } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { TABLES } from '../../import/accepted'
import { Panel } from '../../panel'
import { listArchives, storeAddresses, storeArchive, type ArchiveHead } from './archive.server'
import { CROP_OPTIONS, CROPS } from './picture-fields'
import { archiveSchema } from './picture.schema'

export const { handle, meta } = deskPage('Pictures for many products', {
  tooLarge: 'An archive has at most 15 MB. Nothing was saved: please divide it.',
})

export const loader = atDesk(async ({ operator }) => ({ archives: await listArchives(operator) }))

/** Stores the files of an archive, and leads to its dry run. */
export const action = atDesk(async ({ operator, context }) => {
  const form = await parseForm(context.form, archiveSchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const { intent, file, crop } = form.value
  const stored = await (intent === 'archive' ? storeArchive : storeAddresses)(operator, file, crop)
  if (!stored.ok) return refused(reply, stored.refusal, 400)
  return redirectTo(`/desk/products/pictures/${stored.value}`)
})

export default function Archives() {
  const { archives } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Pictures for many products</h1>
      <EditForm
        id="upload"
        name="ZIP of pictures"
        schema={archiveSchema}
        isLarge
        fields={[
          <p key="about">
            Name each picture by the product’s article number, its colour and a number, such as{' '}
            <bdi>CH-0040_Black_2.jpg</bdi>. Without a colour it shows all. First you see which picture goes where;
            nothing is changed before you say so.
          </p>,
          uncompared('file', (field) => (
            <FileField field={field} label="ZIP, up to 15 MB and 200 pictures" accept=".zip,application/zip" required />
          )),
          choice('crop', 'Where too wide or too high', CROP_OPTIONS, CROPS[0]),
        ]}
        intent="archive"
        button="Look where they go"
      />
      <EditForm
        id="addresses"
        name="Pictures by their addresses"
        schema={archiveSchema}
        isLarge
        fields={[
          <p key="about">
            A file with the columns Article number, Colour (or none) and Pictures: in each cell of the last one
            addresses, with spaces or lines between. They are fetched once you have seen where they go.
          </p>,
          uncompared('file', (field) => (
            <FileField field={field} label="Excel or CSV file, up to 200 addresses" accept={TABLES} required />
          )),
          choice('crop', 'Where too wide or too high', CROP_OPTIONS, CROPS[0]),
        ]}
        intent="addresses"
        button="Look where these go"
      />
      <LastArchives archives={archives} />
    </>
  )
}

function stateOf({ waiting, started_at: started }: Pick<ArchiveHead, 'waiting' | 'started_at'>): string {
  if (started === null) return waiting === 0 ? 'nothing to add' : 'not begun'
  return waiting === 0 ? 'done' : `${counted(waiting, 'picture')} to add`
}

function LastArchives({ archives }: { archives: readonly ArchiveHead[] }) {
  if (archives.length === 0) return null
  return (
    <Panel id="archives-title" title="The last archives">
      <ul className="stack">
        {archives.map(({ id, file_name: name, made_at: at, by, ...archive }) => (
          <li key={id}>
            <a className="link" href={`/desk/products/pictures/${id}`}>
              <bdi>{name}</bdi>
            </a>
            <br />
            <span className="muted small">
              {momentWords(at)}, {by}, {counted(archive.total, 'file')}: {stateOf(archive)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
