import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { PicturesBusy, pictureType, type PictureFormat } from '~/platform/images.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { declareBucket, readFile as readStored } from '~/platform/supabase/uploads.server'
import { describeError } from '~/platform/log.server'
import { sizeOf } from './picture-sizes.server'
import { isFileShown } from './shown-file.server'

const FILES = declareBucket('files')

const NAME = /^((pictures|review-images|profilePictures)\/[\w-]{1,120})\.(avif|webp|jpg)$/
/** A product picture: `storage/products/<path>.<extension>.<requested format>`. */
const STORED = /^storage\/(products)\/((?:[\w-]{1,120}\/){0,4}[\w-]{1,120}\.\w{3,4})\.(avif|webp|jpg)$/

const missing = () => new Response('Not found', { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } })
const busy = () =>
  new Response('Try again', { status: 503, headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' } })

const FOR_EVER = 'public, max-age=31536000, immutable'
/** A photo may be hidden with its review (decision 127), and a profile picture goes with its account. */
const FOR_AN_HOUR = 'private, max-age=3600'

/** Pictures are files to the server. */
export const handle = { isPicture: true }

/** Serves pictures by width and format: the shop's from the build, others from storage. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = params['*'] ?? ''
  const [, name, folder, format] = NAME.exec(path) ?? []
  const [, bucket, storedPath, storedFormat] = STORED.exec(path) ?? []
  const key = name ?? storedPath
  // The regular expressions only allow these formats.
  const wanted = (format ?? storedFormat) as PictureFormat
  const size = sizeOf(params.width ?? '', wanted)
  if (!size || !key) return missing()
  const readOriginal = async () => {
    if (folder === 'pictures') return readOwn(`${name}.webp`)
    // Visitors have no access to these folders, so the server reads them.
    return readStored(serviceClient(context, 'show a picture'), bucket ?? FILES, storedPath ?? `${name}.webp`)
  }
  try {
    const mayGo = folder !== undefined && folder !== 'pictures'
    if (mayGo && !(await isFileShown(context, FILES, `${name}.webp`))) return missing()
    const body = await context.pictures.resized(`${bucket ?? ''}/${key}`, size, wanted, readOriginal)
    if (!body) return missing()
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': pictureType(wanted),
        'Content-Length': String(body.length),
        'Cache-Control': mayGo ? FOR_AN_HOUR : FOR_EVER,
      },
    })
  } catch (error) {
    if (!(error instanceof PicturesBusy))
      context.log.error({ event: 'picture not made', requestId: context.requestId, ...describeError(error) })
    return busy()
  }
}

/** Reads one of the shop's pictures. Returns null if there is none with this name. */
async function readOwn(name: string): Promise<Buffer | null> {
  try {
    return await readFile(join('public', name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
