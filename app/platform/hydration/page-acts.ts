import { bodyOf, post, show } from './in-place'

/** A button that prints the page is there only where a script can do it. */
export function showPrintButtons(): void {
  for (const button of Array.from(document.querySelectorAll<HTMLButtonElement>('button[data-print]'))) {
    button.hidden = false
    button.addEventListener('click', () => window.print())
  }
}

/** Shows and hides the password of the field beside each button; hidden again before it is sent, for password managers. */
export function showPasswords(): void {
  const buttons = Array.from(document.querySelectorAll<HTMLButtonElement>('button[data-shows]'))
  const show = (button: HTMLButtonElement, isShown: boolean) => {
    const field = document.getElementById(button.dataset.shows ?? '')
    if (field instanceof HTMLInputElement) field.type = isShown ? 'text' : 'password'
    if (button.firstChild) button.firstChild.textContent = isShown ? 'Hide ' : 'Show '
  }
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => show(button, button.textContent?.startsWith('Show') === true))
  }
  document.addEventListener('submit', () => buttons.forEach((button) => show(button, false)), true)
}

/** Sends a form that only leads on, such as the one to PayFast. Whoever came by Back wanted to come here. */
export function submitAtOnce(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-submit-at-once]')
  const [entry] = performance.getEntriesByType('navigation')
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
  if (form && !isBack) form.submit()
}

/** Leads on to another page after a while, where the page says so (ui/move-on.tsx). */
export function moveOn(): void {
  const sign = document.querySelector<HTMLElement>('[data-move-on]')
  if (sign) setTimeout(() => window.location.assign(sign.dataset.moveOn ?? ''), Number(sign.dataset.after) * 1000)
}

/**
 * A heart (ui/heart.tsx) saves in place: scroll and focus stay. Where the page that the form leads to has the same heart as before,
 * for example because the list is full, that page is shown.
 */
export function saveInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('.heart:not([data-plain])')) return
    const button = form.querySelector('button')
    if (!button) return
    event.preventDefault()
    const body = bodyOf(form, button)
    post(form.action, body)
      .then((page) => {
        const next = new DOMParser().parseFromString(page.html, 'text/html')
        const other = next.querySelector(`.heart [value="${body.get('slug')}"] ~ button`)
        if (!(other instanceof HTMLButtonElement) || other.value === button.value) return show(page)
        button.value = other.value
        button.innerHTML = other.innerHTML
      })
      .catch(() => {
        form.dataset.plain = ''
        button.click()
      })
  })
}

/** Keeps Tab within the phone's open menu, a sheet over the page: past its last link comes the button that closes it. */
function stayInSheet(event: KeyboardEvent): void {
  const sheet = document.querySelector('.menu[open]')
  if (event.key !== 'Tab' || !sheet?.contains(document.activeElement)) return
  const stops = Array.from(sheet.querySelectorAll<HTMLElement>('summary, a'))
  const next = event.shiftKey ? stops[stops.length - 1] : stops[0]
  if (document.activeElement !== (event.shiftKey ? stops[0] : stops[stops.length - 1])) return
  event.preventDefault()
  next?.focus()
}

/**
 * An open menu of the header closes by Escape, with the focus back on what opened it, and by going elsewhere with pointer or
 * focus.
 */
export function closeMenus(): void {
  document.addEventListener('keydown', stayInSheet)
  const openMenus = () => Array.from(document.querySelectorAll<HTMLDetailsElement>('header details[open]'))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      menu.open = false
    }
  })
  const leave = ({ target }: Event) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false
  }
  document.addEventListener('click', leave)
  document.addEventListener('focusin', leave)
}
