import { z } from 'zod'
import { type Desk, read } from '../../desk.server'
import { flags, numbers, texts } from '../../rows'

const attributesSchema = z.array(
  z.object({
    ...texts('code', 'name'),
    /** `place` is the one among the shop's filters. */
    ...numbers('version', 'place'),
    ...flags('is_filter'),
    /** Each with the number of its products, drafts included. */
    values: z.array(z.object({ ...texts('code', 'name'), ...numbers('products') })),
  }),
)
export type DeskAttribute = z.infer<typeof attributesSchema>[number]

/** Returns all attributes in the order of the shop's filters. */
export const listAttributes = ({ db }: Desk) => read(db, 'desk_attributes', {}, attributesSchema)
