import { current, FIELDS, initial, type Field } from './keep-input'

/** Quick answers need no sign that one waits. */
const AFTER_MS = 300

/** A button that reads `data-busy` and can't be pressed again while its form is on its way; others of the form rest too. */
function rest(form: HTMLFormElement, submitter: Element | null): () => void {
  // Among its elements are buttons elsewhere on the page that name the form.
  const buttons = Array.from(form.elements).filter(
    (button): button is HTMLButtonElement =>
      button instanceof HTMLButtonElement && button.dataset.busy !== undefined && !button.disabled,
  )
  const undo = buttons.map((button) => {
    const { innerHTML } = button
    button.disabled = true
    const isPressed = submitter instanceof HTMLButtonElement ? submitter.value === button.value : true
    if (isPressed) {
      button.textContent = button.dataset.busy ?? ''
      button.setAttribute('aria-busy', 'true')
    }
    return () => {
      button.disabled = false
      button.removeAttribute('aria-busy')
      button.innerHTML = innerHTML
    }
  })
  return () => undo.forEach((one) => one())
}

/** Removes the error of an edited field. A choice of several has its error at the fieldset. */
function clearError(edited: Element): void {
  const field = edited.closest('[aria-invalid],fieldset')
  if (!field) return
  field.removeAttribute('aria-invalid')
  document.getElementById(`${field.id}-error`)?.remove()
}

function message(text: string): HTMLElement {
  const toasts = document.createElement('div')
  toasts.className = 'toasts toasts-right'
  toasts.setAttribute('aria-hidden', 'true')
  const flash = document.createElement('p')
  flash.className = 'flash'
  flash.dataset.type = 'info'
  flash.textContent = text
  toasts.append(flash)
  return toasts
}

/**
 * What all forms share, without React: a form says that it is on its way, and what was said of a field goes once the field
 * is edited. A form that is handled in place (its submit is prevented) sees to itself.
 */
export function watchForms(): void {
  let undo: (() => void)[] = []
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return
    const { submitter } = event
    // After the browser has read the form: a disabled button would not be part of it.
    setTimeout(() => undo.push(rest(form, submitter)))
    if (form.dataset.sending) {
      const toast = message(form.dataset.sending)
      document.body.append(toast)
      undo.push(() => toast.remove())
    }
  })
  // A page that comes back from the browser's memory is as it was left.
  window.addEventListener('pageshow', () => {
    for (const one of undo) one()
    undo = []
  })
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element) clearError(target)
  })
  // The scripts may arrive after the first key presses.
  for (const field of Array.from(document.querySelectorAll<Field>(FIELDS))) {
    if (current(field) !== initial(field)) clearError(field)
  }
}

/** The link that a click follows in this document: a plain click that nothing has handled; else null. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const isElsewhere = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  return !isElsewhere && event.target instanceof Element ? event.target.closest('a') : null
}

/** A spinner while the next page is on its way. Links and forms load documents, so only leaving has to be seen. */
export function showPending(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sign: HTMLElement | undefined
  const end = () => {
    clearTimeout(timer)
    sign?.remove()
    sign = undefined
  }
  const begin = () => {
    end()
    timer = setTimeout(() => {
      sign = document.createElement('p')
      sign.className = 'pending'
      sign.setAttribute('role', 'status')
      sign.innerHTML = '<span class="spinner" aria-hidden="true"></span> Loading…'
      document.body.append(sign)
    }, AFTER_MS)
  }
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (!link || link.target || link.origin !== window.location.origin) return
    if (link.pathname + link.search !== window.location.pathname + window.location.search) begin()
  })
  document.addEventListener('submit', (event) => {
    const isDialog = event.target instanceof HTMLFormElement && event.target.method === 'dialog'
    if (!event.defaultPrevented && !isDialog) begin()
  })
  window.addEventListener('pageshow', end)
}
