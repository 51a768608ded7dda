import type { LoaderFunctionArgs } from '@remix-run/node'
import { VIDEO_NAME } from '~/catalog/product-video'
import { attempt } from '~/platform/attempt.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { declareBucket, readFile } from '~/platform/supabase/uploads.server'
import { byteRange, isFileShown } from './shown-file.server'

const VIDEOS = declareBucket('videos')

/** Videos are files to the server, as pictures are. */
export const handle = { isPicture: true }

/** Serves a product's video, whole or the part that the browser asks for (decision 134). */
export async function loader({ params: { name = '' }, request, context }: LoaderFunctionArgs) {
  const found = await attempt(context, 'video not read', async () => ({
    // Visitors have no access to the bucket, so the server reads it.
    file:
      VIDEO_NAME.test(name) && (await isFileShown(context, VIDEOS, name))
        ? await context.pictures.unchanged(name, () => readFile(serviceClient(context, 'show a video'), VIDEOS, name))
        : null,
  }))
  if (!found)
    return new Response('Try again', { status: 503, headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' } })
  const { file } = found
  if (!file) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } })
  const sent = byteRange(request.headers.get('range'), file.size)
  if (!sent) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.size}` } })
  const { first, last, isPart } = sent
  return new Response(request.method === 'HEAD' ? null : file.part(first, last), {
    status: isPart ? 206 : 200,
    headers: {
      'Content-Type': 'video/mp4',
      'Content-Length': String(last - first + 1),
      ...(isPart ? { 'Content-Range': `bytes ${first}-${last}/${file.size}` } : {}),
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
