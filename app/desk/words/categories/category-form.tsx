import type { SubmissionResult } from '@conform-to/react'
import { CHART_NAMES } from '~/catalog/product-chart'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, FieldError } from '~/ui/field'
import { Picture } from '~/ui/picture'
import { useShopForm, type ShopField } from '~/ui/shop-form.server'
import { ChoiceField } from '../../choice-field'
import { isOutdated, SideBySide, storedUnlessRefused, typedText, type ComparedField } from '../../side-by-side'
import type { DeskCategory } from './categories.server'
import { categorySchema } from './category.schema'

const FLAGS = {
  is_active: 'Shown in the shop',
  is_home: 'In the menu and on the home page',
  is_browse_section: 'Among the styles of the home page, with its picture',
} as const
const FLAG_NAMES = Object.keys(FLAGS) as (keyof typeof FLAGS)[]

/** The names of the size tables (app/sizes). */
const CHARTS = {
  bra: 'Bras',
  'soft-bra': 'Sports bras and bralettes',
  camisole: 'Camisoles',
  nightwear: 'Nightgowns, pyjamas and robes',
  panties: 'Panties',
} satisfies Record<(typeof CHART_NAMES)[number], string>

interface CategoryFormProps {
  category: DeskCategory
  /** What it can be within. */
  parents: readonly DeskCategory[]
  reply: SubmissionResult | undefined
}

/** Everything about a category. */
export function CategoryForm({ category, parents, reply }: CategoryFormProps) {
  const form = useShopForm('category', categorySchema, reply)
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-label="Category">
      <ErrorSummary form={form} />
      {isOutdated(reply, category.version) ? <SideBySide fields={compared(category, parents, reply)} /> : null}
      <input type="hidden" name="version" value={category.version} />
      <Field
        field={form.field('name')}
        label="Name"
        defaultValue={storedUnlessRefused(reply, category.name)}
        autoComplete="off"
      />
      <Field
        field={form.field('description')}
        label="Description"
        defaultValue={storedUnlessRefused(reply, category.description)}
        autoComplete="off"
      />
      <div className="desk-filters">
        <ChoiceField
          field={form.field('parent_id')}
          label="Within"
          none="No other category"
          options={parents.map(({ id, name }) => [id, name])}
          defaultValue={storedUnlessRefused(reply, category.parent_id)}
        />
        <ChoiceField
          field={form.field('size_chart')}
          label="Size table of its products"
          none="That of the category above"
          options={CHART_NAMES.map((name) => [name, CHARTS[name]])}
          defaultValue={storedUnlessRefused(reply, category.size_chart)}
        />
      </div>
      <Flags category={category} reply={reply} />
      <PictureField category={category} field={form.field('file')} reply={reply} />
      <p>
        <button className="button" name="intent" value="save">
          Save the category
        </button>
      </p>
    </form>
  )
}

function Flags({ category, reply }: Omit<CategoryFormProps, 'parents'>) {
  return (
    <fieldset>
      <legend>Where it is shown</legend>
      <div className="desk-buttons">
        {FLAG_NAMES.map((flag) => (
          <label key={flag} className="check">
            <input
              type="checkbox"
              name={flag}
              defaultChecked={reply ? reply.initialValue?.[flag] === 'on' : category[flag]}
            />{' '}
            {FLAGS[flag]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PictureField({
  category: { image_url: url },
  field,
  reply,
}: Omit<CategoryFormProps, 'parents'> & { field: ShopField }) {
  return (
    <fieldset className="desk-picture">
      <legend>Picture</legend>
      <Picture source={url} alt={url ? 'The present picture' : ''} widths={[160, 320]} sizes="120px" />
      <div className="stack">
        <div className="field">
          <label htmlFor={field.id}>Another one: JPEG, PNG or WebP, which is cropped to 4:5</label>
          <input id={field.id} name={field.name} type="file" accept="image/jpeg,image/png,image/webp" />
          <FieldError field={field} />
        </div>
        {url ? (
          <label className="check">
            <input
              type="checkbox"
              name="without_picture"
              defaultChecked={reply?.initialValue?.without_picture === 'on'}
            />{' '}
            No picture
          </label>
        ) : null}
      </div>
    </fieldset>
  )
}

function compared(
  category: DeskCategory,
  parents: readonly DeskCategory[],
  reply: SubmissionResult | undefined,
): ComparedField[] {
  const nameOf = (parent: string | null) => parents.find(({ id }) => id === parent)?.name ?? ''
  return [
    { label: 'Name', typed: typedText(reply, 'name'), now: category.name },
    { label: 'Description', typed: typedText(reply, 'description'), now: category.description ?? '' },
    { label: 'Within', typed: nameOf(typedText(reply, 'parent_id')), now: nameOf(category.parent_id) },
    { label: 'Size table', typed: typedText(reply, 'size_chart'), now: category.size_chart ?? '' },
    ...FLAG_NAMES.map((flag) => ({
      label: FLAGS[flag],
      typed: typedText(reply, flag),
      now: category[flag] ? 'on' : '',
    })),
  ]
}
