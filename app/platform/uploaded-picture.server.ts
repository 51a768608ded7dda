import sharp from 'sharp'
import { PicturesBusy, workOnPicture } from './images.server'
import { refuse, succeed, type Result } from './result'

const ALLOWED_FORMATS = new Set(['jpeg', 'png', 'webp'])
/** In bytes. */
export const MEGABYTE = 1024 * 1024
/** A file that a shopper uploads. */
export const MAX_MEGABYTES = 5
const MAX_PIXELS = 40_000_000
const MAX_SIDE = 1600

/** Why an uploaded file was refused, in words for the shopper. */
export interface UploadRefusal {
  message: string
  /** Whether it is a picture above the size limits. */
  isTooLarge?: true
}

/** The part of a picture that is left of it in 4:5. */
export type CropPosition = 'attention' | 'centre' | 'top' | 'bottom'

interface PictureOptions {
  /** In megabytes. */
  maxMegabytes?: number
  /** Crops the picture to 4:5. */
  crop?: CropPosition
}

/**
 * Re-encodes an uploaded picture: upright, at most 1600 pixels a side, without metadata. Refuses anything but JPEG, PNG and WebP up to
 * 5 MB, or `maxMegabytes`; the type is detected from the content.
 */
export async function readPicture(
  file: File,
  { maxMegabytes = MAX_MEGABYTES, crop }: PictureOptions = {},
): Promise<Result<Buffer, UploadRefusal>> {
  if (file.size > maxMegabytes * MEGABYTE)
    return refuse({ message: `Pictures may have ${maxMegabytes} MB each.`, isTooLarge: true })
  const bytes = Buffer.from(await file.arrayBuffer())
  try {
    return await workOnPicture(() => reencode(bytes, crop))
  } catch (error) {
    if (error instanceof PicturesBusy)
      return refuse({ message: 'Many pictures are arriving just now. Please try again in a minute.' })
    // sharp throws plain errors for all invalid files.
    return refuse({ message: 'This file is not a picture we can read.' })
  }
}

async function reencode(bytes: Buffer, crop?: CropPosition): Promise<Result<Buffer, UploadRefusal>> {
  // Reads the header only, so that nothing is decoded before the size is checked.
  const { format, width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!ALLOWED_FORMATS.has(format)) return refuse({ message: 'Only JPEG, PNG and WebP pictures can be uploaded.' })
  if (width * height > MAX_PIXELS) return refuse({ message: tooManyPixels(width * height), isTooLarge: true })
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const made = await picture
    .rotate()
    .resize(
      crop
        ? portrait(autoOrient, crop)
        : { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true },
    )
    .webp({ quality: 80 })
    .toBuffer()
  return succeed(made)
}

/** Returns the largest size in 4:5 that a picture has without being enlarged. */
function portrait({ width, height }: { width: number; height: number }, position: CropPosition) {
  const unit = Math.min(width / 4, height / 5, MAX_SIDE / 5)
  const side = (units: number) => Math.max(1, Math.round(unit * units))
  return { width: side(4), height: side(5), fit: 'cover' as const, position }
}

function tooManyPixels(pixels: number): string {
  return `This picture has ${Math.ceil(pixels / 1e6)} megapixels. Pictures may have ${MAX_PIXELS / 1e6} at most.`
}
