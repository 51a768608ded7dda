import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { linkPhoto } from '~/reviews/photos.server'
import { requireOperator } from '../access/operator.server'

/** Redirects to a photo of a review in storage, also of a hidden one; the signed link expires after a minute. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { photo = '' } = params
  const link = /^[0-9a-f-]{36}\.(webp|jpg|png)$/.test(photo) ? await linkPhoto(operator.db, photo) : null
  return link ? redirect(link) : new Response('Not found', { status: 404 })
}
