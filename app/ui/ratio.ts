import type { CSSProperties } from 'react'

/** The ratios in which pictures of products are shown, width to height, as styles have them. */
export const RATIOS = ['4/5', '3/4', '2/3'] as const
export type Ratio = (typeof RATIOS)[number]

/** On the server the shop's ratio as it was read last. */
let known: Ratio = '4/5'

export function keepRatio(ratio: Ratio): void {
  known = ratio
}

/** Returns the ratio of the shop's pictures; in the browser that of the document. */
export function shopRatio(): Ratio {
  if (typeof document === 'undefined') return known
  return document.documentElement.style.getPropertyValue('--ratio') as Ratio
}

/** Returns the style of an element in which all frames of pictures have a ratio; without one they have that around it. */
export function framed(ratio: Ratio | undefined): CSSProperties {
  return { '--ratio': ratio } as CSSProperties
}

/** Returns the width and height attributes of a picture in a ratio. */
export function sizeIn(ratio: string): { width: string; height: string } {
  const [width, height] = ratio.split('/')
  return { width: `${width}00`, height: `${height}00` }
}
