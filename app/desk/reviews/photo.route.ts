import { redirect } from '@remix-run/node'
import { linkPhoto } from '~/reviews/reviews.server'
import { atDesk } from '../desk.server'

/** Redirects to a photo of a review in storage, also of a hidden one; the signed link expires after a minute. */
export const loader = atDesk(async ({ db, params }) => {
  const { photo = '' } = params
  const link = /^[0-9a-f-]{36}\.(webp|jpg|png)$/.test(photo) ? await linkPhoto(db, photo) : null
  return link ? redirect(link) : new Response('Not found', { status: 404 })
})
