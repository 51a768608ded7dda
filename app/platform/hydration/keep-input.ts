/** A form control that holds a value. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const FIELDS = 'input, textarea, select'

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)

const isButton = (field: Field) => /^(file|hidden|submit|button|image|reset)$/.test(field.type)

export function currentValue(field: Field): string | boolean {
  return isToggle(field) ? field.checked : field.value
}

/** Returns the field's value in the server's HTML. */
export function initialValue(field: Field): string | boolean | undefined {
  if (isToggle(field)) return field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return (Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0])?.value
}

/** Sets the last value that React has seen of a field. React ignores events that don't change it. */
function setTrackedValue(field: Field, value: string): void {
  if ('_valueTracker' in field)
    (field._valueTracker as { setValue: (value: string) => void } | undefined)?.setValue(value)
}

let isReplaying = false

/** Whether the current event replays input from before hydration. Such an event must not submit anything. */
export function isReplayed(): boolean {
  return isReplaying
}

function restore(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    // Restoring the checked radio button restores its group.
    if (!value && field.type === 'radio') return
    if (isToggle(field)) field.checked = value
    setTrackedValue(field, String(!value))
    // Unlike field.click(), a synthetic event doesn't toggle the field.
    field.dispatchEvent(new Event('click', { bubbles: true }))
    return
  }
  if (field.value !== value) field.value = value
  setTrackedValue(field, `${value}\u0000`)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Returns the same field in the current area, which React may have re-rendered. */
function find(area: Element, field: Field): Field | undefined {
  if (field.isConnected) return field
  return Array.from(area.querySelectorAll<Field>(FIELDS)).find(
    (one) => one.name === field.name && (!isToggle(field) || one.value === field.value),
  )
}

/**
 * Preserves a visitor's input in an area during hydration. Call it before hydration, and call the returned function afterwards: it
 * restores every field and tells React about it.
 */
export function keepInput(area: Element): () => void {
  const seen = new Map<Field, string | boolean>()
  const focused = area.contains(document.activeElement) ? (document.activeElement as Field) : null
  const note = (field: Field) => {
    if (!isButton(field)) seen.set(field, currentValue(field))
  }
  for (const field of Array.from(area.querySelectorAll<Field>(FIELDS))) {
    if (currentValue(field) !== initialValue(field)) note(field)
  }
  // The targets of an area's input events are its fields.
  const listen = (event: Event) => note(event.target as Field)
  area.addEventListener('input', listen, true)
  return () => {
    area.removeEventListener('input', listen, true)
    isReplaying = true
    for (const [field, value] of Array.from(seen)) {
      const found = find(area, field)
      if (found) restore(found, value)
    }
    isReplaying = false
    if (focused && !focused.isConnected && 'name' in focused) find(area, focused)?.focus({ preventScroll: true })
  }
}
