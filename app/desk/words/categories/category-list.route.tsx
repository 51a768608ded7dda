import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { categoryTree } from '~/catalog/category-tree'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { requireOperator } from '../../access/operator.server'
import { ChoiceField } from '../../choice-field'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { createCategory, listCategories } from './categories.server'
import { CategoryTable } from './category-table'
import { newCategorySchema } from './category.schema'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Categories', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { categories: await listCategories(await requireOperator(context, request)) }
}

/** Makes a category, and redirects to its page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, newCategorySchema)
  if (!form.ok) return invalid(form)
  const made = await createCategory(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/categories/${made.value}`, 'This is the new category. It isn’t shown yet.')
}

export default function Categories() {
  const { categories } = useLoaderData<typeof loader>()
  const form = useShopForm('new-category', newCategorySchema, usePostedForm(useActionData<typeof action>()?.form))
  const names = categoryTree(categories).filter(({ depth }) => depth < 2)
  const parents = names.flatMap(({ name }) => categories.filter((one) => one.name === name))
  return (
    <>
      <h1>Categories</h1>
      <p className="muted small">The shop lists the categories of a level by name.</p>
      <CategoryTable categories={categories} />
      <form className="panel stack" {...form.props} aria-labelledby="new-category-title">
        <h2 id="new-category-title">New category</h2>
        <ErrorSummary form={form} />
        <div className="desk-filters">
          <Field field={form.field('name')} label="Name" autoComplete="off" />
          <ChoiceField
            field={form.field('parent_id')}
            label="Within"
            none="No other category"
            options={parents.map(({ id, name }) => [id, name])}
          />
          <button className="button">Make the category</button>
        </div>
      </form>
    </>
  )
}
