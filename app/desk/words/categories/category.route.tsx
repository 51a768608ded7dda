import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { readPicture } from '~/platform/http/uploaded-picture.server'
import { freeText } from '~/ui/free-text'
import { storeProductPicture } from '../../products/pictures/pictures.server'
import { atDesk, change, byIntent, press, submit } from '../../desk.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { counted } from '~/platform/text'
import { deskPage, found, idOf } from '../../desk-page'
import { ButtonForm } from '../../form/button-form'
import { listCharts } from '../../sizes/charts.server'
import { isWithin, listCategories, type DeskCategory } from './categories.server'
import { categorySchema } from './category.schema'
import { TextLink } from '../../list/table'
import { listTexts } from '../../translations/translations.server'
import { UrduForm } from '../../translations/urdu-form'
import type { SubmissionResult } from '@conform-to/react'
import { Picture } from '~/ui/picture'
import type { ShopField } from '~/ui/shop-form.server'
import { optionsOf, type Options, FileField } from '../../form/choice-field'
import { choice, line, tick, uncompared } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { isTicked } from '../../form/side-by-side'

export const { handle, meta } = deskPage('Category')

export const loader = atDesk(async ({ operator, params }) => {
  const [categories, charts] = await Promise.all([listCategories(operator), listCharts(operator)])
  const category = found(categories.find(({ id }) => id === params.id))
  return {
    category,
    parents: categories.filter((one) => !isWithin(categories, one, category)),
    charts: charts.map(({ name, title }) => [name, title] as const),
    children: categories.filter(({ parent_id: parent }) => parent === category.id).length,
    urdu: await listTexts(operator, { kind: 'category', owner: category.id }),
    changes: await listChanges(operator, 'category', category.id),
  }
})

export const action = atDesk(async ({ db, params, context }) => {
  const id = idOf(params)
  const page = `/desk/categories/${id}`
  const save = async (form: z.output<typeof categorySchema>) => {
    const { version, file, without_picture: withoutPicture, ...category } = form
    const picture = file && (await readPicture(file, { crop: 'attention' }))
    if (picture && !picture.ok) return { ok: false, refusal: picture.refusal.message, status: 400 } as const
    const url = picture ? await storeProductPicture(db, picture.value) : withoutPicture ? null : undefined
    // Without an address the present picture stays.
    const saved = { ...category, ...(url === undefined ? {} : { image_url: url }) }
    return change(db, 'desk_save_category', { id, version, category: saved })
  }
  return byIntent(context, page, {
    save: () => submit(context, categorySchema, save, () => [page, 'The category is saved.']),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_category', { id, version }), [
        '/desk/categories',
        'The category is removed.',
      ]),
  })
})

export default function CategoryPage() {
  const { category, parents, charts, children, urdu, changes } = useLoaderData<typeof loader>()
  const { id, name, version, products } = category
  const isUsed = products + children > 0
  return (
    <>
      <h1 {...freeText(name)}>{name}</h1>
      <p>
        <TextLink to={`/desk/products?category=${id}`} text={counted(products, 'product')} />
        {children > 0 ? `, and ${counted(children, 'category', 'categories')} within it` : null}
      </p>
      <CategoryForm category={category} parents={parents} charts={charts} />
      <UrduForm kind="category" owner={id} texts={urdu} />
      {isUsed ? (
        <p className="muted">{'It can be removed when no product and no other category is in it.'}</p>
      ) : (
        <ButtonForm name="Removal" version={version} buttons={{ remove: 'Remove the category' }} />
      )}
      <Changes changes={changes} />
    </>
  )
}

interface CategoryFormProps {
  category: DeskCategory
  /** What it can be within. */
  parents: readonly DeskCategory[]
  /** The size tables to choose from. */
  charts: Options
}

function CategoryForm({ category, parents, charts }: CategoryFormProps) {
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
