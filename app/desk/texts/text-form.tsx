import { area, line, tick } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import type { TextValues } from './text-kinds'
import { textSchema } from './text.schema'
import type { DeskText } from './texts.server'

interface TextFormProps {
  text: DeskText
  /** The present values, or those of an earlier version. */
  values: TextValues
}

/** The editor of a text. Of a footer link only whether it is shown can be changed. */
export function TextForm({ text: { kind, version }, values }: TextFormProps) {
  const { title, description, content, isShown } = values
  const shown = tick('is_shown', 'Shown in the shop', isShown)
  const form = { id: 'text', name: 'Text', schema: textSchema, version, intent: 'save', button: 'Save the text' }
  if (kind === 'footer') return <EditForm {...form} hidden={{ title }} fields={[shown]} />
  const isPage = kind === 'page'
  return (
    <EditForm
      {...form}
      isLarge
      fields={[
        line('title', isPage ? 'Title' : 'Question', title),
        isPage ? line('description', 'Description for search engines', description) : null,
        area('content', isPage ? 'Text in HTML' : 'Answer', content, 16),
        <p key="help" className="muted small">
          {isPage ? 'Headings, paragraphs, lists, tables and links; everything else is removed. ' : 'Plain text. '}
          The shop fills in {'{delivery_price}'}, {'{delivery_days}'} and {'{order_cut_off}'}.
        </p>,
        shown,
      ]}
      buttons={{ preview: 'Preview' }}
    />
  )
}
