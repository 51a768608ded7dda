/** A form control that holds a value. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const FIELDS = 'input, textarea, select'

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)

const isButton = (field: Field) => /^(file|hidden|submit|button|image|reset)$/.test(field.type)

/** Returns what the field holds now. */
export function current(field: Field): string | boolean {
  return isToggle(field) ? field.checked : field.value
}

/** Returns what the server's HTML put into the field. */
export function initial(field: Field): string | boolean | undefined {
  if (isToggle(field)) return field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return (Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0])?.value
}

/** React remembers a field's last value here and swallows events that don't change it. */
function remember(field: Field, value: string): void {
  if ('_valueTracker' in field)
    (field._valueTracker as { setValue: (value: string) => void } | undefined)?.setValue(value)
}

let isReplaying = false

/** Whether the event at hand only repeats what a visitor did before React came. Such an event never submits anything. */
export function isReplayed(): boolean {
  return isReplaying
}

function putBack(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    // The checked sibling of a radio does it for the whole group.
    if (!value && field.type === 'radio') return
    if (isToggle(field)) field.checked = value
    remember(field, String(!value))
    // A plain event: React hears it, and the browser doesn't toggle.
    field.dispatchEvent(new Event('click', { bubbles: true }))
    return
  }
  if (field.value !== value) field.value = value
  remember(field, `${value}\u0000`)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** The same field in the area as it is now: React draws an altered area anew. */
function find(area: Element, field: Field): Field | undefined {
  if (field.isConnected) return field
  return Array.from(area.querySelectorAll<Field>(FIELDS)).find(
    (one) => one.name === field.name && (!isToggle(field) || one.value === field.value),
  )
}

/**
 * Keeps what a visitor typed or chose in an area before React came. Call it before the area hydrates; call what it returns
 * once it is hydrated, and every field holds, and React knows, what the visitor had put there.
 */
export function keepInput(area: Element): () => void {
  const seen = new Map<Field, string | boolean>()
  const focused = area.contains(document.activeElement) ? (document.activeElement as Field) : null
  const note = (field: Field) => {
    if (!isButton(field)) seen.set(field, current(field))
  }
  for (const field of Array.from(area.querySelectorAll<Field>(FIELDS))) {
    if (current(field) !== initial(field)) note(field)
  }
  // Input events of an area come from its fields.
  const listen = (event: Event) => note(event.target as Field)
  area.addEventListener('input', listen, true)
  return () => {
    area.removeEventListener('input', listen, true)
    isReplaying = true
    for (const [field, value] of Array.from(seen)) {
      const found = find(area, field)
      if (found) putBack(found, value)
    }
    isReplaying = false
    if (focused && !focused.isConnected && 'name' in focused) find(area, focused)?.focus({ preventScroll: true })
  }
}
