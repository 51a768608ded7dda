import { m } from '~/language/messages'

/** Shows print buttons, which are hidden without scripts. */
export function showPrintButtons(): void {
  for (const button of Array.from(document.querySelectorAll<HTMLButtonElement>('button[data-print]'))) {
    button.hidden = false
    button.addEventListener('click', () => window.print())
  }
}

/** Lets a button show and hide the password of its field. Passwords are hidden again on submit, for password managers. */
export function showPasswords(): void {
  const buttons = Array.from(document.querySelectorAll<HTMLButtonElement>('button[data-shows]'))
  const show = (button: HTMLButtonElement, isShown: boolean) => {
    const field = document.getElementById(button.dataset.shows ?? '')
    if (field instanceof HTMLInputElement) field.type = isShown ? 'text' : 'password'
    if (button.firstChild) button.firstChild.textContent = isShown ? `${m.ui_hide()} ` : `${m.ui_show()} `
  }
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => show(button, button.firstChild?.textContent?.trim() === m.ui_show()))
  }
  document.addEventListener('submit', () => buttons.forEach((button) => show(button, false)), true)
}

/**
 * Submits a form that only leads on, such as the one to PayFast. Doesn't do so when the shopper returned with the Back button.
 */
export function autoSubmit(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-submit-at-once]')
  const [entry] = performance.getEntriesByType('navigation')
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
  if (form && !isBack) form.submit()
}

/** What shows that somebody reads a page. */
const READING = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'focusin']

/**
 * Navigates to another page after a delay, where the page asks for it (payments/delayed-redirect.tsx). Some pages stay, and no longer
 * say that they leave, once they are read by keyboard or pointer.
 */
export function redirectAfterDelay(): void {
  const sign = document.querySelector<HTMLElement>('[data-move-on]')
  if (!sign) return
  const timer = setTimeout(() => window.location.assign(sign.dataset.moveOn ?? ''), Number(sign.dataset.after) * 1000)
  if (sign.dataset.stays === undefined) return
  const stay = () => {
    clearTimeout(timer)
    document.querySelector('[data-moving-on]')?.remove()
  }
  for (const event of READING) document.addEventListener(event, stay, { once: true, passive: true })
}

/** Focus trap of the open menu on phones, which covers the page. */
function trapFocus(event: KeyboardEvent): void {
  const sheet = document.querySelector('.menu[open]')
  if (event.key !== 'Tab' || !sheet?.contains(document.activeElement)) return
  const stops = Array.from(sheet.querySelectorAll<HTMLElement>('summary, a'))
  const next = event.shiftKey ? stops[stops.length - 1] : stops[0]
  if (document.activeElement !== (event.shiftKey ? stops[0] : stops[stops.length - 1])) return
  event.preventDefault()
  next?.focus()
}

/** Closes open menus of the header on Escape, which moves the focus back to the menu's button, and on click or focus elsewhere. */
export function closeMenusOnLeave(): void {
  document.addEventListener('keydown', trapFocus)
  const openMenus = () => Array.from(document.querySelectorAll<HTMLDetailsElement>('header details[open]'))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      menu.open = false
    }
  })
  const closeOthers = ({ target }: Event) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false
  }
  document.addEventListener('click', closeOthers)
  document.addEventListener('focusin', closeOthers)
}
