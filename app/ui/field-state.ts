import type { ShopField } from './shop-form.server'

/**
 * Returns the attributes by which a control says that its value was refused. Its description begins with the error, since screen readers
 * are often stopped before its end. The first invalid field takes the focus, unless the URL has a fragment (HTML, `autofocus`).
 */
export function fieldState(field: ShopField, hasHint = false) {
  return { ...refusal(field, hasHint), autoFocus: field.takesFocus || undefined }
}

/** Returns the same of a group, of which one control takes the focus. */
export function refusal({ error, errorId, hintId }: ShopField, hasHint = false) {
  const about = [error ? errorId : '', hasHint ? hintId : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': about || undefined }
}
