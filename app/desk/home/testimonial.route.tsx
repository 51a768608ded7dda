import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { isId } from '../catalogue/product-query'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { testimonialFormSchema } from './home.schema'
import { readTestimonial, saveTestimonial } from './home.server'
import { TestimonialForm } from './testimonial-form'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Testimonial', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const testimonial = isId(params.id) ? await readTestimonial(operator, params.id) : null
  if (!testimonial) throw new Response(null, { status: 404 })
  const filter = { who: '', kind: 'testimonial', subject: testimonial.id, before: null }
  return { testimonial, changes: await listChanges(operator, filter) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  const form = await parseForm(context.form, testimonialFormSchema)
  if (!form.ok) return invalid(form)
  const result = await saveTestimonial(operator, params.id, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/home/testimonials/${params.id}`, 'The testimonial is saved.')
}

export default function DeskTestimonialPage() {
  const { testimonial, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        <a className="link" href="/desk/home">
          Home page
        </a>
      </p>
      <h1>
        Testimonial of <bdi>{testimonial.customer_name ?? 'a happy customer'}</bdi>
      </h1>
      <TestimonialForm testimonial={testimonial} reply={usePostedForm(useActionData<typeof action>()?.form)} />
      <Changes changes={changes} />
    </>
  )
}
