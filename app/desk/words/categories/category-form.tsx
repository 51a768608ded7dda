import type { SubmissionResult } from '@conform-to/react'
import { Picture } from '~/ui/picture'
import type { ShopField } from '~/ui/shop-form.server'
import { optionsOf, type Options, FileField } from '../../form/choice-field'
import { choice, line, tick, uncompared } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { isTicked } from '../../form/side-by-side'
import type { DeskCategory } from './categories.server'
import { categorySchema } from './category.schema'

interface CategoryFormProps {
  category: DeskCategory
  /** What it can be within. */
  parents: readonly DeskCategory[]
  /** The size tables to choose from. */
  charts: Options
}

export function CategoryForm({ category, parents, charts }: CategoryFormProps) {
  const { version, name, description, parent_id: parent, size_chart: chart, image_url: url } = category
  return (
    <EditForm
      id="category"
      name="Category"
      schema={categorySchema}
      version={version}
      intent="save"
      isLarge
      fields={[
        line('name', 'Name', name),
        line('description', 'Description', description),
        [
          choice('parent_id', 'Within', optionsOf(parents), parent, 'No other category'),
          choice('size_chart', 'Size table of its products', charts, chart, 'That of the category above'),
        ],
        {
          legend: 'Where it is shown',
          isWide: true,
          fields: [
            tick('is_active', 'Shown in the shop', category.is_active),
            tick('is_home', 'In the menu and on the home page', category.is_home),
            tick('is_browse_section', 'Among the home page’s styles, as a picture', category.is_browse_section),
          ],
        },
        uncompared('file', (field, reply) => <PictureField url={url} field={field} reply={reply} />),
      ]}
      button="Save the category"
    />
  )
}

interface PictureFieldProps {
  url: string | null
  field: ShopField
  reply: SubmissionResult | undefined
}

function PictureField({ url, field, reply }: PictureFieldProps) {
  return (
    <fieldset className="desk-picture">
      <legend>Picture</legend>
      <Picture source={url} alt={url ? 'The present picture' : ''} widths={[160, 320]} sizes="120px" />
      <div className="stack">
        <FileField field={field} label="Another one: JPEG, PNG or WebP, which is cropped to 4:5" />
        {url ? (
          <label className="check">
            <input type="checkbox" name="without_picture" defaultChecked={isTicked(reply, 'without_picture', false)} />{' '}
            No picture
          </label>
        ) : null}
      </div>
    </fieldset>
  )
}
