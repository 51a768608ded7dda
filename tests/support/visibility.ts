// Run in the page: they may use nothing outside themselves.

/** Returns the texts whose colour is that of their ground, which happens in forced colours. */
export function invisibleText(): string[] {
  const groundOf = (element: Element | null): string => {
    if (!element) return getComputedStyle(document.documentElement).backgroundColor
    const { backgroundColor } = getComputedStyle(element)
    return /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
  }
  return Array.from(document.querySelectorAll('body *')).flatMap((element) => {
    const words = Array.from(element.childNodes)
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent?.trim())
      .join('')
    if (words === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    const { width, height } = element.getBoundingClientRect()
    const isShown = width > 2 && height > 2
    return isShown && getComputedStyle(element).color === groundOf(element) ? [`invisible: ${words.slice(0, 60)}`] : []
  })
}

/** Returns why nobody sees where the focus is, or null. A hidden radio button or checkbox shows it on what stands for it. */
export function unseenFocus(): string | null {
  const { activeElement: focused } = document
  if (!focused || focused === document.body) return null
  const shownBy = [focused, focused.nextElementSibling, focused.parentElement, ...focused.querySelectorAll('*')]
  const outlined = shownBy.find((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !outlineColor.endsWith(', 0)')
  })
  if (!outlined) return 'no outline'
  const { top, bottom, left, right, width, height } = outlined.getBoundingClientRect()
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 2 && height > 2
  return isInView ? null : 'out of sight'
}
