import { m } from '~/language/messages'
import type Sharp from 'sharp'
import { BACKGROUND, loadSharp, PicturesBusy, workOnPicture } from '../images.server'
import { refuse, succeed, type Result } from '../result'

const FORMATS = ['jpeg', 'png', 'webp'] as const
export type PictureFileFormat = (typeof FORMATS)[number]
/** In bytes. */
export const MEGABYTE = 1024 * 1024
/** A file that a shopper uploads. */
export const MAX_MEGABYTES = 5
const MAX_PIXELS = 40_000_000
/** A JPEG that isn't progressive is decoded at half its size: a photograph of 48 or 50 megapixels takes no more memory. */
const MAX_JPEG_PIXELS = 64_000_000
/** In pixels. */
const MAX_SIDE = 1600
/** The height of the largest picture that the shop shows, in pixels. */
export const MAX_PORTRAIT = 3000
/** The shapes between which a cropped picture is, as width over height: no frame hides much of it. */
const [NARROWEST, WIDEST] = [2 / 3, 4 / 5]
const QUALITY = 80

/** Why an uploaded file was refused, in words for the shopper. */
export interface UploadRefusal {
  message: string
  /** Whether it is a picture above the size limits. */
  isTooLarge?: true
}

/** The part of a picture that is left of it. */
export type CropPosition = 'attention' | 'centre' | 'top' | 'bottom'

interface PictureOptions {
  /** In megabytes. */
  maxMegabytes?: number
  /** In pixels. */
  maxSide?: number
  /** Crops a picture that is wider than 4:5 or narrower than 2:3. */
  crop?: CropPosition
}

/**
 * Re-encodes an uploaded picture: upright, at most 1600 pixels a side or `maxSide`, without metadata. Refuses anything but JPEG, PNG and WebP
 * up to 5 MB, or `maxMegabytes`; the type is detected from the content.
 */
export async function readPicture(
  file: File,
  { maxMegabytes = MAX_MEGABYTES, maxSide = MAX_SIDE, crop }: PictureOptions = {},
): Promise<Result<Buffer, UploadRefusal>> {
  if (file.size > maxMegabytes * MEGABYTE)
    return refuse({ message: m.platform_picture_megabytes({ max: maxMegabytes }), isTooLarge: true })
  const bytes = Buffer.from(await file.arrayBuffer())
  const sharp = await loadSharp()
  try {
    return await workOnPicture(() => reencode(sharp, bytes, maxSide, crop))
  } catch (error) {
    if (error instanceof PicturesBusy) return refuse({ message: m.platform_pictures_busy() })
    // sharp throws plain errors for all invalid files.
    return refuse({ message: m.platform_no_picture() })
  }
}

/** Returns the format of a picture that `readPicture` has taken. */
export async function formatOf(picture: Buffer): Promise<PictureFileFormat> {
  const sharp = await loadSharp()
  const { format } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (!isAllowed(format)) throw new Error(`A picture in ${format} was taken.`)
  return format
}

/** Returns the size of an upright picture in pixels. */
export async function sizeOfPicture(picture: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
  return { width, height }
}

/** Returns how far down a portrait what stands out is, in per cent: where a square is cut out of it that keeps that. Throws PicturesBusy. */
export function attentionIn(picture: Buffer): Promise<number> {
  return workOnPicture(async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(picture).metadata()
    const side = 200
    const square = { width: side, height: side, fit: 'cover', position: 'attention' } as const
    const { info } = await sharp(picture).resize(square).toBuffer({ resolveWithObject: true })
    const rest = (height / width) * side - side
    return rest < 1 ? 50 : Math.round(Math.min(1, Math.max(0, -(info.cropOffsetTop ?? 0) / rest)) * 100)
  })
}

function isAllowed(format: string): format is PictureFileFormat {
  return (FORMATS as readonly string[]).includes(format)
}

async function reencode(
  sharp: typeof Sharp,
  bytes: Buffer,
  maxSide: number,
  crop?: CropPosition,
): Promise<Result<Buffer, UploadRefusal>> {
  // Reads the header only, so that nothing is decoded before the size is checked.
  const { format, width, height, autoOrient, isProgressive } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata()
  if (!isAllowed(format)) return refuse({ message: m.platform_picture_formats() })
  const most = format === 'jpeg' && !isProgressive ? MAX_JPEG_PIXELS : MAX_PIXELS
  if (width * height > most) return refuse({ message: tooManyPixels(width * height, most), isTooLarge: true })
  const picture = sharp(bytes, { limitInputPixels: most, failOn: 'error' })
  const made = await picture
    .rotate()
    .resize(
      crop
        ? { ...portrait(autoOrient, maxSide), fit: 'cover', position: crop }
        : { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true },
    )
    .webp({ quality: QUALITY })
    .toBuffer()
  return succeed(made)
}

/** Returns the largest size between the shapes that a picture has without being enlarged. */
function portrait({ width, height }: { width: number; height: number }, maxHeight: number) {
  const [across, down] = [Math.min(width, height * WIDEST), Math.min(height, width / NARROWEST)]
  const scale = Math.min(1, maxHeight / down)
  return { width: Math.max(1, Math.round(across * scale)), height: Math.max(1, Math.round(down * scale)) }
}

function tooManyPixels(pixels: number, most: number): string {
  return m.platform_picture_pixels({ count: Math.ceil(pixels / 1e6), max: most / 1e6 })
}

/** A rectangle of an upright picture, in pixels. */
export interface PictureBox {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Cuts a box out of a picture that `readPicture` has taken, or without one fits the whole picture into a ratio such as '4/5', with margins. At most
 * `maxHeight` pixels high, as WebP. Throws PicturesBusy.
 */
export function cutPicture(
  original: Buffer,
  ratio: string,
  boxOf: (size: { width: number; height: number }) => PictureBox | null,
  maxHeight = MAX_PORTRAIT,
): Promise<Buffer> {
  const [across = 1, down = 1] = ratio.split('/').map(Number)
  return workOnPicture(async () => {
    const sharp = await loadSharp()
    const { autoOrient } = await sharp(original, { limitInputPixels: MAX_PIXELS }).metadata()
    const upright = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate()
    const box = boxOf(autoOrient)
    const height = Math.min(
      maxHeight,
      box ? box.height : Math.max(autoOrient.height, (autoOrient.width / across) * down),
    )
    const size = { width: Math.max(1, Math.round((height / down) * across)), height: Math.max(1, Math.round(height)) }
    const cut = box
      ? upright.extract(box).resize({ ...size, fit: 'fill' })
      : upright.resize({ ...size, fit: 'contain', background: BACKGROUND })
    return cut.webp({ quality: QUALITY }).toBuffer()
  })
}
