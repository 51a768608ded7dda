import { z } from 'zod'
import { type Desk, read } from '../../database.server'

const attributesSchema = z.array(
  z.object({
    code: z.string(),
    version: z.number(),
    name: z.string(),
    is_filter: z.boolean(),
    /** Among the shop's filters. */
    place: z.number(),
    /** Each with the number of its products, drafts included. */
    values: z.array(z.object({ code: z.string(), name: z.string(), products: z.number() })),
  }),
)
export type DeskAttribute = z.infer<typeof attributesSchema>[number]

/** Returns all attributes in the order of the shop's filters. */
export const listAttributes = ({ db }: Desk) => read(db, 'desk_attributes', {}, attributesSchema)
