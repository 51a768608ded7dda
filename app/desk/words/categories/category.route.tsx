import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { isId } from '../../catalogue/product-query'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { RemovalForm } from '../removal-form'
import { isWithin, listCategories } from './categories.server'
import { changeCategory } from './category-actions.server'
import { CategoryForm } from './category-form'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Category', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const categories = isId(params.id) ? await listCategories(operator) : []
  const category = categories.find(({ id }) => id === params.id)
  if (!category) throw new Response(null, { status: 404 })
  return {
    category,
    parents: categories.filter((one) => !isWithin(categories, one, category)),
    children: categories.filter(({ parent_id: parent }) => parent === category.id).length,
    changes: await listChanges(operator, { who: '', kind: 'category', subject: category.id, before: null }),
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  return changeCategory(context, operator, params.id)
}

export default function DeskCategoryPage() {
  const { category, parents, children, changes } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const isUsed = category.products + children > 0
  return (
    <>
      <h1 {...freeText(category.name)}>{category.name}</h1>
      <p>
        <a className="link" href={`/desk/products?category=${category.id}`}>
          {category.products === 1 ? '1 product' : `${category.products} products`}
        </a>
        {children > 0 ? `, and ${children === 1 ? '1 category' : `${children} categories`} within it` : null}
      </p>
      <CategoryForm
        category={category}
        parents={parents}
        reply={reply?.initialValue?.intent === 'save' ? reply : undefined}
      />
      <RemovalForm
        version={category.version}
        name="category"
        obstacle={isUsed ? 'It can be removed when no product and no other category is in it.' : null}
      />
      <Changes changes={changes} />
    </>
  )
}
