import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { change } from '../database.server'
import { deskPage, found, idOf } from '../desk-page'
import { area, choice, line, tick, WHOLE } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { submit } from '../form/form-actions.server'
import { testimonialFormSchema } from './home.schema'
import { readTestimonial } from './home.server'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Testimonial')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const testimonial = found(await readTestimonial(operator, idOf(params)))
  return { testimonial, changes: await listChanges(operator, 'testimonial', testimonial.id) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const id = idOf(params)
  return submit(
    context,
    testimonialFormSchema,
    ({ version, ...testimonial }) =>
      change(db, 'desk_save_testimonial', { p_id: id, p_version: version, p_testimonial: testimonial }),
    () => [`/desk/home/testimonials/${id}`, 'The testimonial is saved.'],
  )
}

const STARS = ['5', '4', '3', '2', '1'].map((stars) => [stars, stars] as const)

export default function TestimonialPage() {
  const { testimonial, changes } = useLoaderData<typeof loader>()
  const { version, customer_name: name, review_text: text, rating, display_order: place } = testimonial
  return (
    <>
      <p>
        <TextLink to="/desk/home" text="Home page" />
      </p>
      <h1>
        Testimonial of <bdi>{name ?? 'a happy customer'}</bdi>
      </h1>
      <EditForm
        id="testimonial"
        name="Testimonial"
        schema={testimonialFormSchema}
        version={version}
        fields={[
          area('review_text', 'What the customer says', text, 4),
          [
            line('customer_name', 'Their name', name, { hint: 'Empty for “Happy Customer”.' }),
            choice('rating', 'Stars', STARS, String(rating ?? 5)),
            line('display_order', 'Place', place, { ...WHOLE, hint: 'Lower numbers come first, then the newest.' }),
          ],
          tick('is_active', 'Shown in the shop', testimonial.is_active),
        ]}
        button="Save the testimonial"
      />
      <Changes changes={changes} />
    </>
  )
}
