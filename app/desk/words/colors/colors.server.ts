import { z } from 'zod'
import { type Desk, read } from '../../database.server'

const colorsSchema = z.array(
  z.object({
    id: z.guid(),
    version: z.number(),
    name: z.string(),
    /** Hex code. */
    value: z.string(),
    /** In the shop's filter. */
    place: z.number(),
    /** Products that have it or a picture in it, drafts included. */
    products: z.number(),
  }),
)

/** Returns all colours in the order of the shop's filter. */
export const listColors = ({ db }: Desk) => read(db, 'desk_colors', {}, colorsSchema)
