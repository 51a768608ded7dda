import { currentValue, FIELDS, initialValue, type Field } from './keep-input'

/** Fast responses show no spinner. */
const SPINNER_DELAY_MS = 300

/** Disables a form's buttons while it is sent; the pressed one shows its `data-busy` text. Returns a function that undoes it. */
function disableButtons(form: HTMLFormElement, submitter: Element | null): () => void {
  // `elements` includes buttons elsewhere on the page that belong to the form by their `form` attribute.
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

/** Removes the error of an edited field. The error of a radio group is at its fieldset. */
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
 * Enhances all forms without React: disables a form's buttons while it is sent, and removes a field's error when the field is
 * edited. Forms whose submit is prevented are handled elsewhere.
 */
export function watchForms(): void {
  let undo: (() => void)[] = []
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return
    const { submitter } = event
    // In a later task, since browsers leave the value of a disabled button out of the form.
    setTimeout(() => undo.push(disableButtons(form, submitter)))
    if (form.dataset.sending) {
      const toast = message(form.dataset.sending)
      document.body.append(toast)
      undo.push(() => toast.remove())
    }
  })
  // A page restored from the back/forward cache still has its disabled buttons.
  window.addEventListener('pageshow', () => {
    for (const one of undo) one()
    undo = []
  })
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element) clearError(target)
  })
  // Fields may have been edited before this script loaded.
  for (const field of Array.from(document.querySelectorAll<Field>(FIELDS))) {
    if (currentValue(field) !== initialValue(field)) clearError(field)
  }
}

/** Returns the link that a plain, unhandled click follows in this tab, or null. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const isElsewhere = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  return !isElsewhere && event.target instanceof Element ? event.target.closest('a') : null
}

/** Shows a spinner while the next document loads. */
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
    }, SPINNER_DELAY_MS)
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
