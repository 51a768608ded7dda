import { m } from '~/language/messages'
import { announce, bodyOf, post, show } from '~/platform/hydration/in-place'

/**
 * Submits hearts (heart.tsx) in the background, so that scroll position and focus stay. If the heart hasn't changed in the
 * resulting page, for example because the wishlist is full, that page is shown. Each request is given to `showWork`, which shows that it
 * is going on.
 */
export function saveHeartsInPlace(showWork: (work: Promise<void>) => void): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('.heart:not([data-plain])')) return
    const button = form.querySelector('button')
    if (!button) return
    event.preventDefault()
    const body = bodyOf(form, button)
    const saving = post(form.action, body)
      .then((page) => {
        const next = new DOMParser().parseFromString(page.html, 'text/html')
        const other = next.querySelector(`.heart [value="${body.get('slug')}"] ~ button`)
        if (!(other instanceof HTMLButtonElement) || other.value === button.value) return show(page)
        button.value = other.value
        button.innerHTML = other.innerHTML
        announce(body.get('intent') === 'save' ? m.ui_heart_saved() : m.ui_heart_removed())
      })
      .catch(() => {
        form.dataset.plain = ''
        button.click()
      })
    showWork(saving)
  })
}
