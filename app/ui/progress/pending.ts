import { m } from '~/language/messages'
import { followedLink } from '~/platform/hydration/forms'

/** Fast responses show no sign. */
const SIGN_DELAY_MS = 300

let sign: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let waiting = 0

/**
 * Shows a sign at the top of the page that the shop is busy. There is one sign, however much goes on, and screen readers announce
 * it once. Returns a function that removes it. `delay` is in milliseconds.
 */
export function showBusy(text: string = m.ui_loading(), delay = SIGN_DELAY_MS): () => void {
  waiting += 1
  if (waiting === 1) addSign(text, delay)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    waiting -= 1
    if (waiting > 0) return
    clearTimeout(timer)
    sign?.remove()
  }
}

/** Shows the sign until a promise settles. */
export function showBusyDuring(work: Promise<unknown>): void {
  const end = showBusy()
  work.then(end, end)
}

function addSign(text: string, delay: number): void {
  const added = document.createElement('p')
  added.className = 'pending'
  // Screen readers announce what is added to a region that exists already, so the text comes later.
  added.setAttribute('role', 'status')
  document.body.append(added)
  sign = added
  timer = setTimeout(() => {
    added.innerHTML = '<span class="spinner" aria-hidden="true"></span> '
    added.append(text)
  }, delay)
}

/**
 * Marks a form and its buttons as busy; the pressed button shows its `data-pending` text, if it has one. Buttons aren't disabled,
 * which would take the focus away. Returns a function that undoes it.
 */
function markBusy(form: HTMLFormElement, submitter: Element | null): () => void {
  form.setAttribute('aria-busy', 'true')
  // `elements` includes buttons elsewhere on the page that belong to the form by their `form` attribute.
  const buttons = Array.from(form.elements).filter(
    (button): button is HTMLButtonElement => button instanceof HTMLButtonElement && button.type === 'submit',
  )
  const undo = buttons.map((button) => {
    const { innerHTML } = button
    const { pending } = button.dataset
    button.setAttribute('aria-disabled', 'true')
    if (!(submitter instanceof HTMLButtonElement) || submitter.value === button.value) {
      button.setAttribute('aria-busy', 'true')
      if (pending) button.textContent = pending
    }
    return () => {
      button.removeAttribute('aria-disabled')
      button.removeAttribute('aria-busy')
      if (pending) button.innerHTML = innerHTML
    }
  })
  return () => {
    form.removeAttribute('aria-busy')
    for (const one of undo) one()
  }
}

/**
 * Enhances all links and forms without React: shows that the next document is loading, and marks the form that leads to it as busy.
 * Call it after everything that handles links and forms in place. A form that is marked as busy isn't submitted again, also if
 * another script has marked it.
 */
export function watchPending(): void {
  let ends: (() => void)[] = []
  const endAll = () => {
    for (const end of ends) end()
    ends = []
  }
  const isPosted = (target: EventTarget | null): target is HTMLFormElement =>
    target instanceof HTMLFormElement && target.method === 'post'
  const stopIfBusy = (event: Event) => {
    if (!isPosted(event.target) || event.target.getAttribute('aria-busy') !== 'true') return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('submit', stopIfBusy, true)
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return
    endAll()
    const text = form.dataset.pending
    ends.push(text ? showBusy(text, 0) : showBusy(pendingTextOf(submitter)))
    if (isPosted(form)) ends.push(markBusy(form, submitter))
  })
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (!link || link.target || link.origin !== window.location.origin) return
    if (link.pathname + link.search === window.location.pathname + window.location.search) return
    endAll()
    ends.push(showBusy())
  })
  // The page was restored from the back/forward cache.
  window.addEventListener('pageshow', endAll)
}

function pendingTextOf(submitter: Element | null): string | undefined {
  return submitter instanceof HTMLButtonElement ? submitter.dataset.pending : undefined
}
