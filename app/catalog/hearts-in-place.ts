import { m } from '~/language/messages'
import { announce, bodyOf, post, show } from '~/platform/hydration/in-place'

/**
 * Submits hearts (heart.tsx) in the background, so that scroll position and focus stay. If the heart hasn't changed in the
 * resulting page, for example because the wishlist is full, that page is shown. Each request is given to `showWork`, which shows that it
 * is going on.
 */
export function saveHeartsInPlace(showWork: (work: Promise<void>) => void): void {
  document.addEventListener('submit', (event) => {
    const [form, button] = [event.target, event.submitter]
    if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return
    if (!button.matches('.heart button:not([data-plain])')) return
    event.preventDefault()
    const body = bodyOf(form, button)
    const saving = post(button.getAttribute('formaction') ?? form.action, body)
      .then((page) => {
        const next = new DOMParser().parseFromString(page.html, 'text/html')
        const other = next.querySelector(`.heart [value="${body.get('slug')}"] ~ button`)
        if (!(other instanceof HTMLButtonElement) || other.value === button.value) return show(page)
        const hadFocus = document.activeElement === button
        button.replaceWith(other)
        if (hadFocus) other.focus()
        announce(body.get('intent') === 'save' ? m.ui_heart_saved() : m.ui_heart_removed())
      })
      .catch(() => {
        button.dataset.plain = ''
        button.click()
      })
    showWork(saving)
  })
}
