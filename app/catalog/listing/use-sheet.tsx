import { useEffect, type RefObject } from 'react'

const SHEET = '#filters'

/** Closes the filter sheet without adding a history entry. */
export function closeSheet(): void {
  if (window.location.hash === SHEET) window.location.replace('#main')
}

function surroundings(sheet: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (
    let element: HTMLElement = sheet;
    element !== document.body && element.parentElement;
    element = element.parentElement
  ) {
    for (const sibling of Array.from(element.parentElement.children)) {
      if (sibling !== element && sibling instanceof HTMLElement) found.push(sibling)
    }
  }
  return found
}

/**
 * Turns the filters into a modal dialog while they are open on a phone: the rest of the page is inert, Tab stays inside, Escape closes,
 * and the focus returns. On wide screens they are an ordinary form.
 */
export function useSheet(form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    let isOpen = false
    function update(): void {
      const sheet = form.current
      if (!sheet) return
      const opens = window.location.hash === SHEET && getComputedStyle(sheet).position === 'fixed'
      if (opens === isOpen) return
      isOpen = opens
      for (const element of surroundings(sheet)) element.inert = opens
      const target = opens ? sheet.querySelector('a') : document.querySelector<HTMLElement>('.open-filters')
      target?.focus({ preventScroll: true })
    }
    function onKeyDown(event: KeyboardEvent): void {
      if (!isOpen) return
      if (event.key === 'Escape') closeSheet()
      if (event.key !== 'Tab') return
      const stops = Array.from(form.current?.querySelectorAll<HTMLElement>('a, button, input, summary') ?? []).filter(
        (stop) => stop.tabIndex >= 0 && stop.getClientRects().length > 0,
      )
      const end = event.shiftKey ? stops[0] : stops[stops.length - 1]
      if (document.activeElement !== end) return
      event.preventDefault()
      const other = event.shiftKey ? stops[stops.length - 1] : stops[0]
      other?.focus()
    }
    function onClick(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a[href="#main"]') : null
      if (!link || !isOpen) return
      event.preventDefault()
      closeSheet()
    }
    update()
    window.addEventListener('hashchange', update)
    window.addEventListener('resize', update)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('click', onClick)
    return () => {
      window.removeEventListener('hashchange', update)
      window.removeEventListener('resize', update)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('click', onClick)
    }
  }, [form])
}
