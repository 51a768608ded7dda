import { startHydrationLoader } from './platform/hydration/hydration-loader'

startHydrationLoader(() => import('./enhance'))
