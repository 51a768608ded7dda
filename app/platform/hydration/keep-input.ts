type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)

const isButton = (field: Field) => /^(file|hidden|submit|button|image|reset)$/.test(field.type)

function current(field: Field): string | boolean {
  return isToggle(field) ? field.checked : field.value
}

function initial(field: Field): string | boolean | undefined {
  if (isToggle(field)) return field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value
}

/** React remembers a field's last value here and swallows events that don't change it. */
function remember(field: Field, value: string): void {
  if ('_valueTracker' in field)
    (field._valueTracker as { setValue: (value: string) => void } | undefined)?.setValue(value)
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

/**
 * Keeps what a visitor typed or chose before React arrived. Call before hydrating; call what it answers once hydrated,
 * and every field holds, and React knows, what the visitor had put there.
 */
export function keepInput(): () => void {
  const seen = new Map<Field, string | boolean>()
  const note = (field: Field) => {
    if (!isButton(field)) seen.set(field, current(field))
  }
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (current(field) !== initial(field)) note(field)
  }
  // Input events of a document come from its fields.
  const listen = (event: Event) => note(event.target as Field)
  document.addEventListener('input', listen, true)
  return () => {
    document.removeEventListener('input', listen, true)
    for (const [field, value] of seen) if (field.isConnected) putBack(field, value)
  }
}
