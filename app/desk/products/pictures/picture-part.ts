/** A point of a picture in per cent of its width and height, whole numbers. */
export interface Point {
  x: number
  y: number
}

/**
 * The part of an original that a picture shows: a box in the shape of the product's pictures around a point, whose size is in per cent of the largest one, or the whole
 * original with margins.
 */
export type Part = 'whole' | (Point & { size: number })

export const SMALLEST = 20

/** Boxes that are chosen by one button. */
export const PLACES: Record<string, { name: string; point: Point }> = {
  centre: { name: 'Centre', point: { x: 50, y: 50 } },
  top: { name: 'Top', point: { x: 50, y: 0 } },
  bottom: { name: 'Bottom', point: { x: 50, y: 100 } },
  left: { name: 'Left', point: { x: 0, y: 50 } },
  right: { name: 'Right', point: { x: 100, y: 50 } },
}

interface Size {
  width: number
  height: number
}

/** Returns a part as the database stores it: `whole`, or `50 20 100` for across, down and size. */
export function partText(part: Part): string {
  return part === 'whole' ? part : `${part.x} ${part.y} ${part.size}`
}

/** Reads a part as the database stores it, or null. */
export function parsePart(text: string): Part | null {
  if (text === 'whole') return text
  const [, x, y, size] = /^(\d{1,3}) (\d{1,3}) (\d{1,3})$/.exec(text) ?? []
  if (Number(x) > 100 || Number(y) > 100 || Number(size) < SMALLEST || Number(size) > 100) return null
  return size === undefined ? null : { x: Number(x), y: Number(y), size: Number(size) }
}

/**
 * Reads the part that was chosen on the crop page, from its query: a place by a button, a point by a click on the picture or by numbers.
 * `shown` is the size in which the page shows the original, in pixels; `before` what is chosen without a query. Numbers beyond their bounds
 * are moved to them.
 */
export function chosenPart(query: URLSearchParams, shown: Size, before: Part | null): Part {
  const start = before === null || before === 'whole' ? { x: 50, y: 50, size: 100 } : before
  const percent = (name: string, fallback: number, least = 0) => within(query.get(name), fallback, least)
  const size = percent('size', start.size, SMALLEST)
  const clicked = pointOf(query, shown)
  if (clicked) return { ...clicked, size }
  const choice = query.get('part')
  if (choice === 'whole' || (choice === null && before === 'whole')) return 'whole'
  const place = choice !== null && Object.hasOwn(PLACES, choice) ? PLACES[choice] : undefined
  return { ...(place?.point ?? { x: percent('x', start.x), y: percent('y', start.y) }), size }
}

/** Returns the point that was clicked on the picture, which browsers send in pixels; null if none was. */
function pointOf(query: URLSearchParams, { width, height }: Size): Point | null {
  if (!query.has('focus.x') || !query.has('focus.y')) return null
  const share = (name: string, of: number) => within(String((Number(query.get(name)) / of) * 100), 50, 0)
  return { x: share('focus.x', width), y: share('focus.y', height) }
}

function within(text: string | null, fallback: number, least: number): number {
  const value = text === null || text.trim() === '' ? NaN : Number(text)
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(least, value))) : fallback
}

/** Returns the box of a part in an upright original, in a ratio such as '4/5', in pixels; null for the whole. A box that would reach beyond an edge is moved to it. */
export function boxOf(part: Part, ratio: string, { width, height }: Size) {
  if (part === 'whole') return null
  const [across = 1, down = 1] = ratio.split('/').map(Number)
  const unit = (Math.min(width / across, height / down) * part.size) / 100
  const [boxWidth, boxHeight] = [
    Math.min(width, Math.max(1, Math.round(unit * across))),
    Math.min(height, Math.max(1, Math.round(unit * down))),
  ]
  const start = (point: number, side: number, whole: number) =>
    Math.round(Math.min(whole - side, Math.max(0, (point / 100) * whole - side / 2)))
  const [left, top] = [start(part.x, boxWidth, width), start(part.y, boxHeight, height)]
  return { left, top, width: boxWidth, height: boxHeight }
}
