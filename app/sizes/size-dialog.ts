import { m } from '~/language/messages'
import { followedLink } from '~/platform/hydration/forms'
import { bodyOf } from '~/platform/hydration/in-place'
import sizeDialog from '~/styles/rooms/size-dialog.css?inline'
import sizeTab from '~/styles/rooms/size-tab.css?inline'
import sizes from '~/styles/rooms/sizes.css?inline'
import { showBusyDuring } from '~/ui/progress/pending'
import { chooseSize } from './size-links'

const FINDER = '/size-finder'

/**
 * Shows the size guide that a link leads to in a dialog over the page: what the product's page says of its sizes and, for bras, the size
 * finder. A size that is chosen there is chosen in the form. Throws if the shop can't be reached, or the browser has no dialogs.
 */
export async function openSizeGuide(link: HTMLAnchorElement): Promise<void> {
  if (!('HTMLDialogElement' in window)) throw new Error('This browser has no dialogs.')
  const guide = await fetchPage(link.href)
  const tab = partOf(guide, '.size-tab')
  const own = guide.querySelector('.own-size p')
  const path = tab.querySelector(`a[href^="${FINDER}"]`)?.getAttribute('href')
  // First how to measure, then what each size fits. What the sizes are made of is on the page too.
  tab.prepend(...Array.from(tab.querySelectorAll(':scope > p:last-child')))
  tab.append(...Array.from(tab.querySelectorAll(':scope > .scrolls')))
  const dialog = document.createElement('dialog')
  dialog.className = 'size-dialog'
  dialog.setAttribute('aria-label', link.textContent)
  dialog.innerHTML = `<style>${sizeTab + sizes + sizeDialog}</style>
    <form method="dialog"><h2>${link.innerHTML}</h2><button class="icon-button" aria-label="${m.ui_close()}">×</button></form>
    ${own ? `<div class="own-size">${own.outerHTML}</div>` : ''}${tab.outerHTML}<div class="size-finder"></div>`
  const finder = partOf(dialog, '.size-finder')
  /** Shows a page of the size finder below the tables, since nothing in the form may be lost by leaving. */
  const find = async (url: string) => {
    finder.innerHTML = partOf(await fetchPage(url), '.size-finder').innerHTML
    // It would leave the page.
    finder.querySelector('[action="/own-size"]')?.remove()
  }

  let chosen: string | undefined
  // An entry of the history, so that Back closes it too.
  window.history.pushState(null, '', window.location.href)
  const onBack = (event: PopStateEvent) => {
    event.stopImmediatePropagation()
    dialog.remove()
    link.focus({ preventScroll: true })
    if (chosen !== undefined) chooseSize(chosen)
  }
  // Before in-place.ts, which would load the page again.
  window.addEventListener('popstate', onBack, { capture: true, once: true })
  dialog.addEventListener('close', () => window.history.back())
  dialog.addEventListener('click', (event) => {
    const followed = followedLink(event)
    chosen = followed?.dataset.size
    const isToFinder = followed?.getAttribute('href') === path
    if (chosen !== undefined || isToFinder) event.preventDefault()
    if (chosen !== undefined || event.target === dialog) dialog.close()
    else if (isToFinder) finder.querySelector<HTMLElement>('[name=underbust]')?.focus()
  })
  dialog.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || form.method === 'dialog') return
    event.preventDefault()
    const url = `${FINDER}?${bodyOf(form, null)}`
    const found = find(url).then(() => {
      finder.querySelector('.found-size')?.setAttribute('tabindex', '-1')
      finder.querySelector<HTMLElement>('.found-size, [autofocus]')?.focus()
    })
    showBusyDuring(found)
    found.catch(() => window.location.assign(url))
  })
  document.body.append(dialog)
  dialog.showModal()
  // The tables are there already, and the link to the finder's page too.
  if (path) find(path).catch(() => undefined)
}

async function fetchPage(url: string): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' } })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

function partOf(page: ParentNode, selector: string): HTMLElement {
  const part = page.querySelector<HTMLElement>(selector)
  if (!part) throw new Error(`The page has no ${selector}.`)
  return part
}
