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
    if (ref.current && slide instanceof HTMLElement) ref.current.scrollLeft = slide.offsetLeft
  }, [shown])

  function onScroll(): void {
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      if (!ref.current || ref.current.scrollWidth <= ref.current.clientWidth) return
      const index = Math.round(Math.abs(ref.current.scrollLeft) / ref.current.clientWidth)
      if (index !== shown) onShow(index)
    }, AT_REST_MS)
  }
  return { ref, onScroll }
}
