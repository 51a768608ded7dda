const PAGE_BUTTONS = 5

/** Returns at most five page numbers around the current one (LS-43). */
export function pageNumbers(current: number, total: number): number[] {
  const count = Math.min(PAGE_BUTTONS, total)
  const first = Math.max(1, Math.min(current - Math.floor(PAGE_BUTTONS / 2), total - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
