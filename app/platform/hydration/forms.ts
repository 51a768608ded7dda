import { currentValue, FIELDS, initialValue, type Field } from './keep-input'

/** What the ID of a field's error ends in. Errors of areas have other IDs, since React removes these. */
const ERROR = '-error'

/** Removes the error of an edited field. A group, such as that of radio buttons, has one for all its controls. */
function clearError(edited: Element): void {
  const [errorId = ''] = edited.closest('[aria-invalid]')?.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = document.querySelector(`.error[id="${errorId}"]`)
  if (!error?.id.endsWith(ERROR)) return
  for (const field of Array.from(document.querySelectorAll(`[aria-describedby~="${errorId}"]`))) {
    field.removeAttribute('aria-invalid')
    field.classList.remove('refused')
  }
  error.remove()
  strikeLinks(errorId.slice(0, -ERROR.length))
}

/**
 * Strikes the errors of an edited field out of the summary. They stay there: removing a line would move the field below the shopper's
 * hands, and screen readers would announce the rest again.
 */
function strikeLinks(fieldId: string): void {
  for (const link of Array.from(document.querySelectorAll<HTMLElement>(`.notice a[href="#${fieldId}"]`)))
    link.dataset.edited = ''
}

/** Enhances all forms without React: removes a field's error when the field is edited. */
export function watchForms(): void {
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
