import { useEffect, useRef, type RefObject } from 'react'

/** A swipe has ended after this pause, in milliseconds; older browsers have no scrollend event. */
const AT_REST_MS = 120

/** Scrolls a strip of slides to the one that is shown, and reports the one that a swipe ends at. Only for areas. */
export function useStrip(
  shown: number,
  onShow: (index: number) => void,
): { ref: RefObject<HTMLDivElement>; onScroll: () => void } {
  const ref = useRef<HTMLDivElement>(null)
  const restTimer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => {
    const slide = ref.current?.children[shown]
    if (ref.current && slide) ref.current.scrollLeft += distance(ref.current, slide)
  }, [shown])

  function onScroll(): void {
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      if (!ref.current || ref.current.scrollWidth <= ref.current.clientWidth) return
      const [first] = ref.current.children
      const index = first ? Math.round(Math.abs(distance(ref.current, first)) / ref.current.clientWidth) : shown
      if (index !== shown) onShow(index)
    }, AT_REST_MS)
  }
  return { ref, onScroll }
}

/**
 * Returns how far a slide is from the left edge of its strip, in pixels. Unlike scroll positions, which Chrome 79 to 84 count from the left
 * also in a right-to-left strip, distances are the same in all browsers.
 */
function distance(strip: Element, slide: Element): number {
  return slide.getBoundingClientRect().left - strip.getBoundingClientRect().left
}
