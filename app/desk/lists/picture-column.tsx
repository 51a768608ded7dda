import type { SubmissionResult } from '@conform-to/react'
import { Picture } from '~/ui/picture'
import { readOnlyField } from '~/ui/shop-form.server'
import { FileField } from '../form/choice-field'
import { text } from '../form/form-fields'
import { typedText } from '../form/side-by-side'
import { show, type Column } from './columns'

/** A picture, chosen among those of the list's rows. A file that is uploaded with the form takes its place. */
export function picture(name: string): Column {
  const label = 'Picture'
  return {
    name,
    label,
    schema: text(300).optional(),
    field: (stored, all) => {
      const pictures = [...new Set(all.flatMap((one) => show(one) ?? []))]
      const nameOf = (url: string) => (pictures.includes(url) ? `Picture ${pictures.indexOf(url) + 1}` : 'None')
      const now = show(stored) ?? ''
      const chosen = (reply?: SubmissionResult) => (reply ? typedText(reply, name) : now)
      return {
        name,
        label,
        now: stored === undefined ? null : nameOf(now),
        typed: (reply) => nameOf(chosen(reply)),
        input: (_field, reply) =>
          pictures.length === 0 ? (
            <FileField field={readOnlyField('file')} label="Picture: JPEG, PNG or WebP" />
          ) : (
            <fieldset className="stack">
              <legend>{label}</legend>
              <div className="desk-buttons">
                {[...pictures, ''].map((url) => (
                  <label key={url} className="desk-choice">
                    {url ? <Picture source={url} alt={nameOf(url)} widths={[160, 320]} sizes="120px" /> : 'None'}
                    <input type="radio" name={name} value={url} defaultChecked={url === chosen(reply)} />
                  </label>
                ))}
              </div>
              <FileField field={readOnlyField('file')} label="Or a new one: JPEG, PNG or WebP" />
            </fieldset>
          ),
      }
    },
    cell: (stored) => (stored ? <Picture source={show(stored)} alt="" widths={[160, 320]} sizes="96px" /> : null),
  }
}
