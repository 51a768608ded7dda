import { followedLink } from '~/platform/hydration/forms'

/** Chooses a size in the form of the product's page. Returns false if it can't be chosen there, such as one that is sold out in the colour. */
export function chooseSize(size: string): boolean {
  const radio = document.querySelector<HTMLElement>(`#buy [name=size][value=${JSON.stringify(size)}]:enabled`)
  radio?.click()
  return radio !== null
}

/**
 * Follows links to a size, which is in their `data-size`, in the form of the product's page. One without a size opens the size guide over the page
 * (decision 210); `showWork` shows that it is being loaded.
 */
export function followSizeLinks(showWork: (work: Promise<void>) => void): void {
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    const size = link?.dataset.size
    if (!link || size === undefined || (size !== '' && !chooseSize(size))) return
    event.preventDefault()
    if (size !== '') return
    const opened = import('./size-dialog').then((dialog) => dialog.openSizeGuide(link))
    showWork(opened)
    opened.catch(() => window.location.assign(link.href))
  })
}
