import { PicturesBusy } from '~/platform/images.server'
import { atDesk } from '../../desk.server'
import { previewPart, readCroppedPicture, viewOfOriginal } from './crop.server'
import { parsePart } from './picture-part'

/** Shows the original of a picture, or with the parameter `part` what the shop would show of it. */
export const loader = atDesk(async ({ operator, params, request, context }) => {
  const picture = await readCroppedPicture(operator, params)
  if (!picture) return new Response('Not found', { status: 404 })
  const text = new URL(request.url).searchParams.get('part')
  const part = text === null ? null : parsePart(text)
  try {
    const body = part
      ? await previewPart(operator, picture, part)
      : (await viewOfOriginal(context, operator, picture))?.body
    if (!body) return new Response('Not found', { status: 404 })
    return new Response(new Uint8Array(body), {
      headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' },
    })
  } catch (error) {
    if (!(error instanceof PicturesBusy)) throw error
    return new Response('Try again', { status: 503, headers: { 'Retry-After': '5' } })
  }
})
