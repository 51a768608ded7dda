import { hydrateArea, hydrateIdleAreas, loadAreasBy } from './platform/hydration/areas'
import { showPending, watchForms } from './platform/hydration/forms'
import { followInPlace } from './platform/hydration/in-place'
import {
  closeMenus,
  moveOn,
  saveInPlace,
  showPasswords,
  showPrintButtons,
  submitAtOnce,
} from './platform/hydration/page-acts'

loadAreasBy({ files: import.meta.glob<object>('./*/*.area.tsx'), mount: () => import('./platform/hydration/mount') })
// First, so that what is saved in place isn't taken for a page on its way.
saveInPlace()
showPending()
watchForms()
followInPlace()
showPrintButtons()
showPasswords()
submitAtOnce()
moveOn()
closeMenus()

/**
 * What the inline loader calls: with the area that somebody touched, or with null once the browser is idle. Resolves when
 * the area, or every area that doesn't wait to be touched, is live.
 */
async function arrive(area: HTMLElement | null): Promise<void> {
  if (!area) return hydrateIdleAreas()
  await hydrateArea(area)
  document.documentElement.dataset.hydrated = ''
}

// Not an export: with exports of its own the entry would become a file that only imports the one with its code.
Object.assign(window, { arrive })
