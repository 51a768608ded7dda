import type { Garment } from '../garments/garment.ts'
import { BRALETTES } from './bralettes.ts'
import { LACE_BRAS } from './lace-bras.ts'
import { MOULDED_BRAS } from './moulded-bras.ts'
import { COTTON_CAMISOLES } from './cotton-camisoles.ts'
import { LACE_CAMISOLES } from './lace-camisoles.ts'
import { NIGHTGOWNS } from './nightgowns.ts'
import { BOYSHORTS } from './boyshorts.ts'
import { BRIEFS } from './briefs.ts'
import { HIGH_WAIST_PANTIES } from './high-waist-panties.ts'
import { PYJAMAS } from './pyjamas.ts'
import { ROBES } from './robes.ts'
import { SPORTS_BRAS } from './sports-bras.ts'

/** How each product is drawn, by its slug. */
export const GARMENTS: Record<string, Garment> = {
  ...MOULDED_BRAS,
  ...LACE_BRAS,
  ...SPORTS_BRAS,
  ...BRALETTES,
  ...NIGHTGOWNS,
  ...PYJAMAS,
  ...ROBES,
  ...COTTON_CAMISOLES,
  ...LACE_CAMISOLES,
  ...BRIEFS,
  ...HIGH_WAIST_PANTIES,
  ...BOYSHORTS,
}

/** Returns a product's garment. Throws if there is no drawing of it. */
export function garmentOf(slug: string): Garment {
  const garment = GARMENTS[slug]
  if (!garment) throw new Error(`No drawing for ${slug}: add it to drawings/products.`)
  return garment
}
