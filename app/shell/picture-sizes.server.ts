import type { PictureFormat, PictureSize } from '~/platform/images.server'
import { LARGEST_WIDTH, LITE_WIDTHS, PICTURE_WIDTHS, SHARED_SIZE } from '~/ui/picture'

const FULL = PICTURE_WIDTHS.map((width): PictureSize => ({ width }))
const LITE = LITE_WIDTHS.map((width): PictureSize => ({ width, isLite: true }))
const SHARED: PictureSize = { width: SHARED_SIZE, height: SHARED_SIZE }

/**
 * Returns the size for the first segment of a picture's URL: a known width, one of the lite version, or `shared`, the square for sharing
 * sites. Undefined if it isn't served in this format.
 */
export function sizeOf(name: string, format: PictureFormat): PictureSize | undefined {
  if (name === 'shared') return SHARED
  if (name === String(LARGEST_WIDTH) && format !== 'webp') return undefined
  return LITE.find(({ width }) => `lite-${width}` === name) ?? FULL.find(({ width }) => String(width) === name)
}

/** Every size and format that pages ask for (picture.tsx): JPEG, for old browsers, only in the smaller widths. */
export const ALL_SIZES: readonly { size: PictureSize; format: PictureFormat }[] = [
  ...[...FULL, ...LITE].flatMap((size) =>
    (['avif', 'webp'] as const)
      .filter((format) => size.width < LARGEST_WIDTH || format === 'webp')
      .map((format) => ({ size, format })),
  ),
  ...[...FULL.filter(({ width }) => width <= 480), ...LITE, SHARED].map((size) => ({ size, format: 'jpg' as const })),
]
