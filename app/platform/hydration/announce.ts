let region: HTMLElement | undefined

/** Screen readers announce what changes in a region that has existed for a moment, also when it is the same text again. */
const DELAY_MS = 100

/** Tells screen readers a short text, such as what a change in place has led to. */
export function announce(text: string): void {
  if (text === '') return
  if (!region?.isConnected) {
    region = document.createElement('p')
    region.className = 'hidden-visually'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  const added = region
  added.textContent = ''
  setTimeout(() => (added.textContent = text), DELAY_MS)
}

/** Returns the messages of a part of a page, which aren't announced by themselves when the part is replaced as a whole. */
export function messagesIn(part: Element): string {
  const messages = Array.from(part.querySelectorAll('[role=status], [role=alert]'))
  return messages.map(({ textContent }) => textContent.trim().replace(/\s+/g, ' ')).join(' ')
}
