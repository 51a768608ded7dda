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
import { isWithin, listCategories } from './categories.server'
import { CategoryForm } from './category-form'
import { categorySchema } from './category.schema'
import { TextLink } from '../../list/table'
import { listTexts } from '../../translations/translations.server'
import { UrduForm } from '../../translations/urdu-form'

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
