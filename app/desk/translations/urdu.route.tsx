import { useLoaderData } from '@remix-run/react'
import { counted } from '~/platform/text'
import { words } from '../audit/value-words'
import { atDesk, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { FileField } from '../form/choice-field'
import { TABLES } from '../import/accepted'
import { uncompared } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { LinkLine, Table, TextLink } from '../list/table'
import { countTexts } from './translations.server'
import { fileSchema } from './urdu.schema'
import { saveFile } from './urdu-file.server'

export const { handle, meta } = deskPage('Urdu')

export const loader = atDesk(({ operator }) => countTexts(operator).then((counts) => ({ counts })))

export const action = atDesk(({ operator, context }) =>
  submit(
    context,
    fileSchema,
    ({ file }) => saveFile(operator, file),
    (_form, changed) => ['/desk/urdu', `The Urdu of ${counted(changed, 'text')} is saved.`],
  ),
)

export default function Urdu() {
  const { counts } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Urdu</h1>
      <p>Where a text has no Urdu, Urdu pages show the English.</p>
      <Table
        name="Texts"
        rows={counts}
        columns={{
          Texts: ({ kind }) => <TextLink to={`/desk/urdu/${kind}`} text={words(kind)} />,
          'In all': ({ texts }) => texts,
          'Without Urdu': ({ missing }) => missing,
        }}
        numbers={['In all', 'Without Urdu']}
      />
      <LinkLine to="/desk/urdu/export?missing" text="Save the texts without Urdu as CSV" />
      <LinkLine to="/desk/urdu/export" text="Save all texts as CSV" />
      <EditForm
        id="urdu-file"
        name="Import"
        schema={fileSchema}
        isLarge
        fields={[
          <p key="about">
            Only the column “Urdu” is read. Please leave “Table”, “Row”, “Column” and “Check” as they are: a text that
            was changed since it was exported isn’t overwritten, and then nothing of the file is saved. An empty cell
            removes the Urdu.
          </p>,
          uncompared('file', (field) => (
            <FileField field={field} label="Excel or CSV file, up to 30,000 texts" accept={TABLES} required />
          )),
        ]}
        button="Save its Urdu"
      />
    </>
  )
}
