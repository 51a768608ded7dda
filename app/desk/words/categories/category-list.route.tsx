import { useLoaderData } from '@remix-run/react'
import { categoryTree } from '~/catalog/category-tree'
import { Picture } from '~/ui/picture'
import { atDesk, make, submit } from '../../desk.server'
import { optionsOf } from '../../form/choice-field'
import { deskPage } from '../../desk-page'
import { choice, line } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { Table, TextLink } from '../../list/table'
import { listCategories, type DeskCategory } from './categories.server'
import { newCategorySchema } from './category.schema'

export const { handle, meta } = deskPage('Categories')

export const loader = atDesk(async ({ operator }) => ({ categories: await listCategories(operator) }))

export const action = atDesk(async ({ db, context }) => {
  return submit(
    context,
    newCategorySchema,
    (category) => make(db, 'desk_save_category', { category }),
    (_form, id) => [`/desk/categories/${id}`, 'This is the new category. It isn’t shown yet.'],
  )
})

export default function Categories() {
  const { categories } = useLoaderData<typeof loader>()
  const rows = categoryTree(categories).flatMap(({ name, depth }) =>
    categories.filter((category) => category.name === name).map((category) => ({ ...category, depth })),
  )
  const parents = optionsOf(rows.filter(({ depth }) => depth < 2))
  return (
    <>
      <h1>Categories</h1>
      <p className="muted small">The shop lists the categories of a level by name.</p>
      <Table
        name="Categories"
        rows={rows}
        picture="Picture"
        columns={{
          Picture: ({ image_url: url }) => url && <Picture source={url} alt="" widths={[160, 320]} sizes="72px" />,
          Category: ({ id, name, depth }) => (
            <span data-depth={depth}>
              <TextLink to={`/desk/categories/${id}`} text={name} />
            </span>
          ),
          Products: ({ products }) => products,
          Shown: (row) => <span className="small">{whereShown(row)}</span>,
        }}
        numbers={['Products']}
      />
      <EditForm
        id="new-category"
        name="New category"
        schema={newCategorySchema}
        fields={[[line('name', 'Name'), choice('parent_id', 'Within', parents, null, 'No other category')]]}
        button="Add the category"
      />
    </>
  )
}

function whereShown({ is_active: isActive, is_home: isHome, is_browse_section: isStyle }: DeskCategory): string {
  if (!isActive) return 'Not shown'
  return ['Listing', ...(isHome ? ['menu'] : []), ...(isStyle ? ['styles'] : [])].join(', ')
}
