import { hydrateArea, hydrateIdleAreas, loadAreasBy } from './platform/hydration/areas'
import { watchForms } from './platform/hydration/forms'
import { followInPlace } from './platform/hydration/in-place'
import {
  closeMenusOnLeave,
  redirectAfterDelay,
  saveHeartsInPlace,
  showPasswords,
  showPrintButtons,
  autoSubmit,
} from './platform/hydration/page-enhancements'
import { watchPending } from './ui/progress/pending'

loadAreasBy({ files: import.meta.glob<object>('./**/*.area.tsx'), mount: () => import('./platform/hydration/mount') })
saveHeartsInPlace()
watchForms()
followInPlace()
watchPending()
showPrintButtons()
showPasswords()
autoSubmit()
redirectAfterDelay()
closeMenusOnLeave()

/** Hydrates one area or, for null, every area that doesn't wait for an interaction. The inline loader calls it (hydration-loader.ts). */
async function hydrate(area: HTMLElement | null): Promise<void> {
  if (!area) return hydrateIdleAreas()
  await hydrateArea(area)
  document.documentElement.dataset.hydrated = ''
}

// Not an export: an entry with exports would be built as a second file that only re-exports this one.
Object.assign(window, { hydrate })
