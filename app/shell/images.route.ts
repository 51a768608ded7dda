import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { pictureType, resizedPicture, type PictureFormat } from '~/platform/images.server'
import { PICTURE_WIDTHS } from '~/ui/picture'

const NAME = /^((pictures|review-images|profilePictures)\/[\w-]{1,120})(~\d{1,15})?\.(avif|webp|jpg)$/
/** A picture of a public bucket: `storage/<bucket>/<path>.<its own ending>`, with what it shall become behind it. */
const STORED = /^storage\/([\w-]{1,60})\/((?:[\w-]{1,120}\/){0,4}[\w-]{1,120}\.\w{3,4})\.(avif|webp|jpg)$/

/** Pictures by width and format: the shop's own from the build, shoppers' from storage. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const width = PICTURE_WIDTHS.find((known) => String(known) === params.width)
  const path = params['*'] ?? ''
  const [, name, folder, version, format] = NAME.exec(path) ?? []
  const [, bucket, storedPath, storedFormat] = STORED.exec(path) ?? []
  const key = name ?? storedPath
  if (!width || !key) return new Response('Not found', { status: 404 })
  const readOriginal = async () => {
    if (folder === 'pictures') return readFile(join('public', `${name}.webp`)).catch(() => null)
    const { data } = await context.backends.anonymous.storage
      .from(bucket ?? 'files')
      .download(storedPath ?? `${name}.webp`)
    return data ? Buffer.from(await data.arrayBuffer()) : null
  }
  // The expressions above admit these three and nothing else.
  const wanted = (format ?? storedFormat) as PictureFormat
  const body = await resizedPicture(
    join(context.settings.SHOP_CACHE, 'pictures'),
    `${bucket ?? ''}/${key}${version ?? ''}`,
    width,
    wanted,
    readOriginal,
  )
  if (!body) return new Response('Not found', { status: 404 })
  // A shopper may replace a picture under the same name; the shop's own never change, nor does a version.
  const caching =
    folder === 'profilePictures' && !version ? 'public, max-age=300' : 'public, max-age=31536000, immutable'
  return new Response(new Uint8Array(body), {
    headers: { 'Content-Type': pictureType(wanted), 'Content-Length': String(body.length), 'Cache-Control': caching },
  })
}
