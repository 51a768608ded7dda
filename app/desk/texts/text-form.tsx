import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { isOutdated, SideBySide, typedText, type ComparedField } from '../side-by-side'
import type { TextValues } from './text-kinds'
import { textSchema } from './text.schema'
import type { DeskText } from './texts.server'

interface TextFormProps {
  text: DeskText
  /** The present values, or those of an earlier version. */
  values: TextValues
  reply: SubmissionResult | undefined
}

/** The editor of a text. Of a footer link only whether it is shown can be changed. */
export function TextForm({ text, values, reply }: TextFormProps) {
  const { kind, version } = text
  const form = useShopForm('text', textSchema, reply)
  const isShown = reply ? reply.initialValue?.is_shown === 'on' : values.isShown
  return (
    // A form with long texts in Urdu is larger than a form without files may be.
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-label="Text">
      <ErrorSummary form={form} />
      {isOutdated(reply, version) ? <SideBySide fields={comparedText(text, reply)} /> : null}
      <input type="hidden" name="version" value={version} />
      {kind === 'footer' ? (
        <input type="hidden" name="title" value={values.title} />
      ) : (
        <TextFields isPage={kind === 'page'} values={values} form={form} />
      )}
      <label className="check">
        <input type="checkbox" name="is_shown" defaultChecked={isShown} /> Shown in the shop
      </label>
      <p className="desk-buttons">
        <button className="button" name="intent" value="save">
          Save the text
        </button>
        {kind === 'footer' ? null : (
          <button className="button button-outline" name="intent" value="preview">
            Preview
          </button>
        )}
      </p>
    </form>
  )
}

function comparedText(text: DeskText, reply: SubmissionResult | undefined): ComparedField[] {
  return [
    { label: 'Title', typed: typedText(reply, 'title'), now: text.title },
    { label: 'Description for search engines', typed: typedText(reply, 'description'), now: text.description ?? '' },
    { label: 'Text', typed: typedText(reply, 'content'), now: text.content ?? '' },
    { label: 'Shown in the shop', typed: typedText(reply, 'is_shown'), now: text.is_shown ? 'on' : '' },
  ]
}

interface TextFieldsProps {
  isPage: boolean
  values: TextValues
  form: ReturnType<typeof useShopForm<typeof textSchema>>
}

function TextFields({ isPage, values, form }: TextFieldsProps) {
  return (
    <>
      <Field
        field={form.field('title')}
        label={isPage ? 'Title' : 'Question'}
        defaultValue={values.title}
        autoComplete="off"
      />
      {isPage ? (
        <Field
          field={form.field('description')}
          label="Description for search engines"
          defaultValue={values.description}
          autoComplete="off"
        />
      ) : null}
      <TextArea
        field={form.field('content')}
        label={isPage ? 'Text in HTML' : 'Answer'}
        defaultValue={values.content}
        rows={16}
      />
      <p className="muted small">
        {isPage ? 'Headings, paragraphs, lists, tables and links; everything else is removed. ' : 'Plain text. '}
        The shop fills in {'{delivery_price}'}, {'{delivery_days}'} and {'{order_cut_off}'}.
      </p>
    </>
  )
}
