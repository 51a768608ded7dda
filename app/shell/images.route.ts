import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { pictureType, resizedPicture, type PictureFormat } from '~/platform/images.server'
import { PICTURE_WIDTHS } from '~/ui/picture'

const NAME = /^((pictures|review-images|profilePictures)\/[\w-]{1,120})\.(avif|webp|jpg)$/

/** Pictures by width and format: the shop's own from the build, shoppers' from storage. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const width = PICTURE_WIDTHS.find((known) => String(known) === params.width)
  const [, name, folder, format] = NAME.exec(params['*'] ?? '') ?? []
  if (!width || !name || !format) return new Response('Not found', { status: 404 })
  const readOriginal = async () => {
    if (folder === 'pictures') return readFile(join('public', `${name}.webp`)).catch(() => null)
    const { data } = await context.backends.anonymous.storage.from('files').download(`${name}.webp`)
    return data ? Buffer.from(await data.arrayBuffer()) : null
  }
  // The expression above admits these three and nothing else.
  const wanted = format as PictureFormat
  const body = await resizedPicture(join(context.settings.SHOP_CACHE, 'pictures'), name, width, wanted, readOriginal)
  if (!body) return new Response('Not found', { status: 404 })
  // A shopper may replace a picture under the same name; the shop's own never change.
  const caching = folder === 'profilePictures' ? 'public, max-age=300' : 'public, max-age=31536000, immutable'
  return new Response(new Uint8Array(body), {
    headers: { 'Content-Type': pictureType(wanted), 'Content-Length': String(body.length), 'Cache-Control': caching },
  })
}
