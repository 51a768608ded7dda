import { saveHeartsInPlace } from './catalog/hearts-in-place'
import { followSizeLinks } from './sizes/size-links'
import { hydrateArea, hydrateIdleAreas, loadAreasBy } from './platform/hydration/areas'
import { followedLink, watchForms } from './platform/hydration/forms'
import { startHydrationLoader } from './platform/hydration/hydration-loader'
import { followInPlace, onShow } from './platform/hydration/in-place'
import {
  closeMenusOnLeave,
  redirectAfterDelay,
  showPasswords,
  showPrintButtons,
  autoSubmit,
} from './platform/hydration/page-enhancements'
import { followOnWayUp } from './shell/following-header'
import enhanced from './styles/enhanced.css?inline'
import { showBusyDuring, watchPending } from './ui/progress/pending'

loadAreasBy({ files: import.meta.glob<object>('./**/*.area.tsx'), mount: () => import('./platform/hydration/mount') })
enhance()
onShow(() => {
  enhance()
  startHydrationLoader(() => Promise.resolve({ hydrate }))
})

function enhance(): void {
  addStyles()
  saveHeartsInPlace(showBusyDuring)
  chooseOnCards()
  watchForms()
  followInPlace(showBusyDuring)
  followSizeLinks(showBusyDuring)
  watchPending()
  showPrintButtons()
  showPasswords()
  autoSubmit()
  redirectAfterDelay()
  closeMenusOnLeave()
  followOnWayUp()
}

/** Shows a card's colours and sizes on the card, by a file that comes with the first click; without it the link is followed. */
function chooseOnCards(): void {
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (!link?.matches('.card-choices a')) return
    event.preventDefault()
    const choosing = import('./catalog/cards-in-place').then((cards) => cards.chooseOnCard(link, showBusyDuring))
    showBusyDuring(choosing.catch(() => window.location.assign(link.href)))
  })
}

/** Adds the styles of what only scripts show. They stand before the page's own, whose right-to-left rules override them. */
function addStyles(): void {
  const style = document.createElement('style')
  style.textContent = enhanced
  document.head.prepend(style)
}

/** Hydrates one area or, for null, every area that doesn't wait for an interaction. */
export async function hydrate(area: HTMLElement | null): Promise<void> {
  if (!area) return hydrateIdleAreas()
  await hydrateArea(area)
  document.documentElement.dataset.hydrated = ''
}
